import { changeFile, deleteFile, readFile } from "@/lib/features/documents/endpoints";

export const maxDuration = 300;

export const GET = readFile;
export const PATCH = changeFile;
export const DELETE = deleteFile;
