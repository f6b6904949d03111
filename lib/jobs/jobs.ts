import type { Job, JobKind, JobPlace, JobRecords } from "@/lib/data/jobs";
import type { Log } from "@/lib/log";

/** Gives when to look at the job again (ms since 1970), `null` when done. After a crash it may run again. */
export type JobHandler<FIELDS> = (job: FIELDS, signal: AbortSignal) => Promise<number | null>;

/** What is done for one kind of job. */
export type JobWork = Pick<JobKind<unknown>, "name" | "isSlow" | "claimMs"> & {
  /** `null` where the job cannot be read. */
  begin: (job: JobPlace) => ((signal: AbortSignal) => Promise<number | null>) | null;
};

export function onJob<FIELDS>(
  { read, name, isSlow, claimMs }: JobKind<FIELDS>,
  handler: JobHandler<FIELDS>,
): JobWork {
  return {
    ...{ name, isSlow, claimMs },
    begin(job) {
      const fields = read(job);
      return fields === null ? null : (signal) => handler(fields, signal);
    },
  };
}

export type JobsDeps = {
  records: JobRecords;
  works: readonly JobWork[];
  log: Log;
  now: () => number;
  /** Fires when the server closes. */
  closing: AbortSignal;
};

const atOnce = 20;
const mostAttempts = 6;

/** Work that is due at a time: whoever looks does it, once. What nobody here knows is left to others. */
export function createJobs(deps: JobsDeps) {
  const { records, works, log, now, closing } = deps;
  const findWork = (job: JobPlace) => works.find(({ name }) => name === job.kind);

  async function perform(due: JobPlace, attempts = 0): Promise<boolean> {
    const work = findWork(due);
    const handle = work?.begin(due) ?? null;
    if (work === undefined || handle === null) return false;
    const lengthMs = work.claimMs;
    const claimed = await records.claim(due, now(), now() + lengthMs * 2 ** attempts);
    if (claimed === null) return false;
    const claim = keepClaim(deps, claimed, lengthMs);
    try {
      const again = await handle(claim.signal);
      await records.settle(await claim.release(), again);
    } catch (error) {
      log.warn("job_failed", { kind: claimed.kind, attempts: claimed.attempts, error });
      const job = await claim.release();
      // Its claim runs out, then it is tried again.
      if (job.attempts >= mostAttempts) await records.settle(job, null);
    }
    return true;
  }

  return {
    /** Does what is due in turn, what takes long beside it, and says how much that was. */
    async sweep(): Promise<number> {
      let done = 0;
      const beside: Promise<boolean>[] = [];
      for (const due of await records.listDue(now(), atOnce)) {
        if (closing.aborted) break;
        if (findWork(due)?.isSlow === true) beside.push(perform(due, due.attempts));
        else if (await perform(due, due.attempts)) done += 1;
      }
      return done + (await Promise.all(beside)).filter(Boolean).length;
    },

    /** Does this one now if it is due and nobody is at it. */
    run: (place: JobPlace): Promise<boolean> => (closing.aborted ? Promise.resolve(false) : perform(place)),
  };
}
export type Jobs = ReturnType<typeof createJobs>;

/** Claims on while the job takes long; `signal` fires when somebody else has it. */
function keepClaim({ records, log, now, closing }: JobsDeps, claimed: Job, lengthMs: number) {
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
