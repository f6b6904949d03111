import { searchDocuments } from "@/lib/features/documents/endpoints";

export const POST = searchDocuments;
