import type { Job, JobKind, JobOf, JobPlace, JobRecords } from "@/lib/data/jobs";
import type { Log } from "@/lib/log";

/** Gives when to look at the job again (ms since 1970), `null` when done. After a crash it may run again. */
export type JobHandler<KIND extends JobKind = JobKind> = (
  job: JobOf<KIND>,
  signal: AbortSignal,
) => Promise<number | null>;
export type JobHandlers = { [KIND in JobKind]: JobHandler<KIND> };

export type JobsDeps = {
  records: JobRecords;
  handlers: JobHandlers;
  log: Log;
  now: () => number;
  /** Fires when the server closes. */
  closing: AbortSignal;
};

const atOnce = 20;
/**
 * A job that its worker neither settled nor claimed on is taken again after so long, doubled with each
 * attempt.
 */
const claimMs = 300_000;
/** Somebody waits for a document. */
const readClaimMs = 90_000;
const mostAttempts = 6;
/** What waits for models or reads whole documents. */
const besideOthers: readonly JobKind[] = ["read", "recall", "workflow", "experiment", "tell"];

/** Work that is due at a time: whoever looks does it, once. */
export function createJobs({ records, handlers, log, now, closing }: JobsDeps) {
  async function perform(due: JobPlace, attempts = 0): Promise<boolean> {
    const lengthMs = due.kind === "read" ? readClaimMs : claimMs;
    const claimed = await records.claim(due, now(), now() + lengthMs * 2 ** attempts);
    if (claimed === null) return false;
    const claim = keepClaim(claimed, lengthMs);
    try {
      const again = await handle(handlers, claimed, claim.signal);
      await records.settle(await claim.release(), again);
    } catch (error) {
      log.warn("job_failed", { kind: claimed.kind, attempts: claimed.attempts, error });
      const job = await claim.release();
      // Its claim runs out, then it is tried again.
      if (job.attempts >= mostAttempts) await records.settle(job, null);
    }
    return true;
  }

  /** Claims on while the job takes long; `signal` fires when somebody else has it. */
  function keepClaim(claimed: Job, lengthMs: number) {
    let job = claimed;
    let renewing: Promise<void> = Promise.resolve();
    const lost = new AbortController();
    const renew = async () => {
      const renewed = await records.renew(job, now() + lengthMs);
      if (renewed === null) lost.abort();
      else job = renewed;
    };
    const timer = setInterval(() => {
      renewing = renewing.then(renew).catch((error: unknown) => log.warn("claim_not_renewed", { error }));
    }, lengthMs / 3).unref();
    return {
      signal: AbortSignal.any([closing, lost.signal]),
      async release(): Promise<Job> {
        clearInterval(timer);
        await renewing;
        return job;
      },
    };
  }

  return {
    /** Does what is due in turn, what takes long beside it, and says how much that was. */
    async sweep(): Promise<number> {
      let done = 0;
      const beside: Promise<boolean>[] = [];
      for (const due of await records.listDue(now(), atOnce)) {
        if (closing.aborted) break;
        if (besideOthers.includes(due.kind)) beside.push(perform(due, due.attempts));
        else if (await perform(due, due.attempts)) done += 1;
      }
      return done + (await Promise.all(beside)).filter(Boolean).length;
    },

    /** Does this one now if it is due and nobody is at it. */
    run: (place: JobPlace): Promise<boolean> => (closing.aborted ? Promise.resolve(false) : perform(place)),
  };
}
export type Jobs = ReturnType<typeof createJobs>;

function handle<KIND extends JobKind>(handlers: JobHandlers, job: JobOf<KIND>, signal: AbortSignal) {
  const handler: JobHandler<KIND> = handlers[job.kind as KIND];
  return handler(job, signal);
}
