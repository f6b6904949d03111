import { readBackup, removeBackup } from "@/lib/features/transfer/endpoints";

export const GET = readBackup;
export const DELETE = removeBackup;
