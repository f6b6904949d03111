import { listRunning } from "@/lib/features/operations/endpoints";

export const GET = listRunning;
