import { completeUpload } from "@/lib/features/documents/endpoints";

export const maxDuration = 300;

export const POST = completeUpload;
