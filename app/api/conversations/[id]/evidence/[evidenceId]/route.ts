import { readEvidence } from "@/lib/features/evidence/endpoints";

export const GET = readEvidence;
