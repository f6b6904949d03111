import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { toAuthor, type Person } from "@/lib/data/people";
import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { AppError, toAppError } from "@/lib/errors";
import { onJob } from "@/lib/jobs/jobs";
import { createThreadPool } from "@/lib/threads/thread-pool";
import {
  listBackups,
  openBackup,
  removeBackup,
  toBackupPlace,
  toUnfinished,
  type BackupPlace,
} from "./backup-folder";
import type { BackupOrder } from "./backup-worker";
import type { MadeBackup } from "./make-backup";
import { backupJob, createBackupRecords, type BackupRecords } from "./records";
import type { BackupPlan, BackupState } from "./shape";

const inThread = createThreadPool<BackupOrder, MadeBackup>(
  {
    open: (resourceLimits) =>
      new Worker(new URL("./backup-worker.ts", import.meta.url), {
        resourceLimits,
        stdout: true,
        stderr: true,
      }),
    pack: (message) => ({ message }),
  },
  {
    ...{ size: 1, timeLimitMs: 12 * 3_600_000, memoryMb: 2_000, idleMs: 1_000 },
    ...{ what: "The backup", crashCode: "internal" },
  },
);

/** Backups of the embedded store, which are made while the site is used. */
export function openBackups(ground: Ground) {
  const { env, store, now } = ground;
  const place = toBackupPlace(env);
  const records = createBackupRecords(store, now);
  const closing = new AbortController();
  const maker = createMaker({ ...ground, place, backups: records, closing: closing.signal });
  const job = onJob(backupJob, async () => {
    if (place !== null && maker.since() === null) await maker.make(null);
    // One that the server's end has cut is made after the next start.
    closing.signal.throwIfAborted();
    return records.advance();
  });
  const feature: Feature = { name: "backups", jobs: [job], close: () => closing.abort() };
  return { ...feature, service: createService({ ...ground, place, backups: records, maker }) };
}

type Backups = { place: BackupPlace | null; backups: BackupRecords };
type MakerDeps = Pick<Ground, "records" | "log" | "now"> & Backups & { closing: AbortSignal };

/** Makes one at a time, and notes how the last one went. */
function createMaker({ place, backups, records: { audit }, log, now, closing }: MakerDeps) {
  let since: number | null = null;
  return {
    since: () => since,
    /** Rejects only where its end cannot be noted. */
    async make(actor: string | null): Promise<void> {
      const at = now();
      since = at;
      try {
        const { name, bytes } = await inThread({ place: need(place), at: new Date(at) }, closing);
        log.info("backup_made", { name, bytes, ms: now() - at });
        await audit.record({ act: "backup_made", actor, detail: name });
        await backups.noteEnd(null);
      } catch (error) {
        log.error("backup_failed", { error });
        if (!closing.aborted) await backups.noteEnd(toAppError(error).code);
      } finally {
        since = null;
      }
    },
  };
}

type ServiceDeps = Pick<Ground, "records" | "inBackground"> &
  Backups & { maker: ReturnType<typeof createMaker> };

function createService({ place, backups, maker, records: { audit }, inBackground }: ServiceDeps) {
  async function state(): Promise<BackupState> {
    const { folder, kept } = need(place);
    const since = maker.since();
    const [record, found] = await Promise.all([backups.get(), listBackups(folder)]);
    const running = since === null ? null : { since, bytes: await measure(toUnfinished(folder)) };
    return { ...record, backups: found, kept, running };
  }
  return {
    /** `null` where no backup is made here. */
    find: async () => (place === null ? null : state()),
    state,
    /** Resolves when it has begun. Throws `conflict` while another one is made. */
    async begin(by: Person): Promise<BackupState> {
      need(place);
      if (maker.since() !== null) throw new AppError("conflict", "A backup is being made already.");
      inBackground("backup_not_noted", maker.make(by.id));
      return state();
    },
    async save(version: number, plan: BackupPlan, by: Person): Promise<BackupState> {
      need(place);
      await backups.save(version, plan, toAuthor(by));
      await audit.record({ act: "backup_plan_changed", actor: by.id, detail: plan.schedule?.kind ?? "off" });
      return state();
    },
    async open(name: string, by: Person) {
      const opened = await openBackup(need(place).folder, name);
      await audit.record({ act: "backup_downloaded", actor: by.id, detail: name });
      return opened;
    },
    async remove(name: string, by: Person): Promise<void> {
      await removeBackup(need(place).folder, name);
      await audit.record({ act: "backup_deleted", actor: by.id, detail: name });
    },
  };
}

function need(place: BackupPlace | null): BackupPlace {
  if (place === null) throw new AppError("not_found", "This site's data is not kept on this disk.");
  return place;
}

async function measure(folder: string): Promise<number> {
  const files = await readdir(folder).catch(() => []);
  const sizes = files.map((file) =>
    stat(join(folder, file)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
