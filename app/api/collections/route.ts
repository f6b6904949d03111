import { createCollection, listCollections } from "@/lib/features/documents/endpoints";

export const GET = listCollections;
export const POST = createCollection;
