import { listAudit } from "@/lib/features/accounts/endpoints";

export const maxDuration = 300;

export const GET = listAudit;
