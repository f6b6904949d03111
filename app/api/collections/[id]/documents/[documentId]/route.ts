import { changeDocument, deleteDocument, readDocument } from "@/lib/features/documents/endpoints";

export const maxDuration = 300;

export const GET = readDocument;
export const PATCH = changeDocument;
export const DELETE = deleteDocument;
