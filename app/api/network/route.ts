import { readNetwork } from "@/lib/features/search/endpoints";

export const GET = readNetwork;
