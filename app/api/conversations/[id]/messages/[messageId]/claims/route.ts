import { readClaims } from "@/lib/features/evidence/endpoints";

export const GET = readClaims;
