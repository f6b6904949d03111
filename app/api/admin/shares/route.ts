import { listShares } from "@/lib/features/sharing/endpoints";

export const GET = listShares;
