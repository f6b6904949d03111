import { readSiteRecord, saveSite } from "@/lib/features/site/endpoints";

export const GET = readSiteRecord;
export const PUT = saveSite;
