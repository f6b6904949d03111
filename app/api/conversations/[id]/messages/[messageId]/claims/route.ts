import { readAnswerClaims } from "@/lib/features/evidence/endpoints";

export const GET = readAnswerClaims;
