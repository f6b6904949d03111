import { readOverview } from "@/lib/features/statistics/endpoints";

export const GET = readOverview;
