import { readDifference } from "@/lib/features/workflows/endpoints";

export const GET = readDifference;
