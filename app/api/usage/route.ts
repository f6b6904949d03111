import { readUsage } from "@/lib/features/statistics/endpoints";

export const GET = readUsage;
