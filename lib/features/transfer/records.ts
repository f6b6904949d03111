import { defineJob, scheduleJob } from "@/lib/data/jobs";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { toNextTime } from "@/lib/data/schedule";
import { createConflict } from "@/lib/data/versions";
import type { Store } from "@/lib/store/store";
import { backupRecordSchema, type BackupPlan, type BackupRecord } from "./shape";

/** A backup is made at its time. */
export const backupJob = defineJob("backup", {}, { isSlow: true });

const unplanned: BackupRecord = {
  plan: { schedule: null, timezone: "UTC" },
  ...{ version: 0, updatedBy: null, nextAt: null, problem: null },
};

/** When backups are made by themselves, with their job, and what was wrong with the last one. */
export function createBackupRecords(store: Store, now: () => number) {
  const read = async (reader: Pick<Store, "find">): Promise<BackupRecord> => {
    const found = await reader.find(paths.backups);
    return found === null ? unplanned : backupRecordSchema.parse(found.data);
  };
  const change = (make: (found: BackupRecord) => Partial<BackupRecord>): Promise<BackupRecord> =>
    store.transaction(async (tx) => {
      const found = await read(tx);
      const record = { ...found, ...make(found) };
      tx.set(paths.backups, toData(record));
      if (record.version !== found.version) scheduleJob(tx, backupJob.at({ userId: "site" }), record.nextAt);
      return record;
    });
  return {
    get: (): Promise<BackupRecord> => read(store),
    /** Throws `conflict` where it was made from another version. */
    save: (version: number, plan: BackupPlan, updatedBy: string): Promise<BackupRecord> =>
      change((found) => {
        if (found.version !== version) throw createConflict("the backups", found);
        return { plan, version: version + 1, updatedBy, nextAt: toNext(plan, now()) };
      }),
    noteEnd: (code: string | null): Promise<BackupRecord> =>
      change(() => ({ problem: code === null ? null : { code, at: now() } })),
    /** The next time by the plan; those that were missed are left out. */
    advance: async (): Promise<number | null> =>
      (await change(({ plan }) => ({ nextAt: toNext(plan, now()) }))).nextAt,
  };
}
export type BackupRecords = ReturnType<typeof createBackupRecords>;

function toNext({ schedule, timezone }: BackupPlan, after: number): number | null {
  return schedule === null ? null : toNextTime(schedule, { timezone, after, last: null });
}
