import { addFile } from "@/lib/features/documents/endpoints";

/** A file may be read behind the answer. */
export const maxDuration = 300;

export const POST = addFile;
