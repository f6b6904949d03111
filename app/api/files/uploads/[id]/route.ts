import { cancelUpload, readUpload } from "@/lib/features/documents/endpoints";

export const GET = readUpload;
export const DELETE = cancelUpload;
