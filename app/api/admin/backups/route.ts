import { makeBackup, readBackups, saveBackupPlan } from "@/lib/features/transfer/endpoints";

export const GET = readBackups;
export const POST = makeBackup;
export const PUT = saveBackupPlan;
