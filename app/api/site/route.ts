import { readSite } from "@/lib/features/site/endpoints";

export const GET = readSite;
