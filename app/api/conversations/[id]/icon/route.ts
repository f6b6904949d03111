import { readSiteIcon } from "@/lib/features/pictures/endpoints";

export const GET = readSiteIcon;
