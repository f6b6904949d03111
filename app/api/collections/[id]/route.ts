import { changeCollection, deleteCollection, readCollection } from "@/lib/features/documents/endpoints";

export const maxDuration = 300;

export const GET = readCollection;
export const PATCH = changeCollection;
export const DELETE = deleteCollection;
