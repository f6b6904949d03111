import { exportAnswer } from "@/lib/features/evidence/endpoints";

export const GET = exportAnswer;
