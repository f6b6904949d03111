import { addDocuments, listDocuments } from "@/lib/features/documents/endpoints";

export const maxDuration = 300;

export const GET = listDocuments;
export const POST = addDocuments;
