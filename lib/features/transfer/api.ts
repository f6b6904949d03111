import { endpoint } from "@/lib/protocol/endpoint";
import type { BackupState, putBackupPlanSchema } from "./shape";
import type { z } from "zod";

export const readBackups = endpoint<BackupState>()("GET /api/admin/backups");
/** Begins one; 409 while another one is made. */
export const makeBackup = endpoint<BackupState>()("POST /api/admin/backups");
/** Saves the plan that was made from `version`; 409 when somebody else saved first. */
export const saveBackupPlan = endpoint<BackupState, z.output<typeof putBackupPlanSchema>>()(
  "PUT /api/admin/backups",
);
/** The file itself. */
export const readBackup = endpoint<never>()("GET /api/admin/backups/[name]");
export const removeBackup = endpoint()("DELETE /api/admin/backups/[name]");
