import { readMark } from "@/lib/features/site/endpoints";

export const GET = readMark;
