import { readFileText } from "@/lib/features/documents/endpoints";

export const GET = readFileText;
