import { putPart } from "@/lib/features/documents/endpoints";

export const PUT = putPart;
