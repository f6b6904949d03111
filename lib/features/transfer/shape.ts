import { z } from "zod";
import { scheduleSchema, timezoneSchema } from "@/lib/features/workflows/shape/workflows";

/** When backups are made by themselves; without a schedule they are not. */
const backupPlanSchema = z.strictObject({
  schedule: scheduleSchema
    .nullable()
    .refine((schedule) => schedule?.kind !== "hours", "choose daily or weekly")
    .default(null),
  timezone: timezoneSchema.default("UTC"),
});
export type BackupPlan = z.output<typeof backupPlanSchema>;

/** `PUT /api/admin/backups`: the plan, made from `version`. */
export const putBackupPlanSchema = z.strictObject({ version: z.int().min(0), plan: backupPlanSchema });

/** `problem`: why the last one was not made; `null` where it was. Times are milliseconds since 1970. */
export const backupRecordSchema = z.object({
  plan: backupPlanSchema,
  version: z.int().min(0),
  /** A person's name. */
  updatedBy: z.string().nullable(),
  nextAt: z.number().nullable(),
  problem: z.object({ code: z.string(), at: z.number() }).nullable(),
});
export type BackupRecord = z.output<typeof backupRecordSchema>;

/** A file that was read back whole before it got its name. */
export type Backup = { name: string; bytes: number; createdAt: number };

/** `running`: the one that is made now, and what is written of it. `backups`: the newest first. */
export type BackupState = BackupRecord & {
  backups: Backup[];
  kept: number;
  running: { since: number; bytes: number } | null;
};
