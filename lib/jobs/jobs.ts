import type { Job, JobKind, JobRecords } from "@/lib/data/jobs";
import type { Log } from "@/lib/log";

/** Gives when to look at the job again (ms since 1970), `null` when done. After a crash it may run again. */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<number | null>;

export type JobsDeps = {
  records: JobRecords;
  handlers: Record<JobKind, JobHandler>;
  log: Log;
  now: () => number;
  /** Fires when the server closes. */
  closing: AbortSignal;
};

const atOnce = 20;
/** A job that its worker did not settle is taken again after so long, doubled with each attempt. */
const claimMs = 300_000;
const mostAttempts = 6;

/** Work that is due at a time: whoever looks does it, once. */
export function createJobs({ records, handlers, log, now, closing }: JobsDeps) {
  async function perform(due: Job): Promise<boolean> {
    const job = await records.claim(due, now(), now() + claimMs * 2 ** due.attempts);
    if (job === null) return false;
    try {
      await records.settle(job, await handlers[job.kind](job, closing));
    } catch (error) {
      log.warn("job_failed", { kind: job.kind, attempts: job.attempts, error });
      // Its claim runs out, then it is tried again.
      if (job.attempts >= mostAttempts) await records.settle(job, null);
    }
    return true;
  }

  return {
    /** Does what is due, one after the other, and says how much that was. */
    async sweep(): Promise<number> {
      let done = 0;
      for (const due of await records.listDue(now(), atOnce)) {
        if (closing.aborted) break;
        if (await perform(due)) done += 1;
      }
      return done;
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;
