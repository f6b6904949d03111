import { z } from "zod";
import { defineJob, type JobRecords } from "@/lib/data/jobs";
import { mayBeWorkedFor } from "@/lib/data/people";
import type { Leases } from "@/lib/engine/records/leases";
import type { PreferenceRecords } from "@/lib/features/preferences/records";
import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import type { Telling } from "@/lib/features/alerts/feature";
import { onJob } from "@/lib/jobs/jobs";
import type { Log } from "@/lib/log";

type ReminderDeps = Pick<Ground, "now"> & {
  /** `null` where no mail is set up. */
  mailWaiting: Telling["mail"]["waiting"];
  /** `null` where no webhook is set up. */
  postWaiting: Telling["webhook"];
  jobs: Pick<JobRecords, "schedule">;
  leases: Pick<Leases, "find">;
  preferences: Pick<PreferenceRecords, "read">;
  isAllowed: (userId: string) => Promise<boolean>;
  log: Pick<Log, "warn">;
};

/** The person is told that a reply waits for them. `conversationId`: where they answer. */
const remindJob = defineJob(
  "remind",
  { conversationId: z.string(), runId: z.string(), waitId: z.string() },
  { toSubject: ({ runId, waitId }) => `${runId} ${waitId}` },
);

/** A question that was not answered by then is told. */
export const remindAfterMs = 120_000;

/**
 * Tells by mail, where the person chose it, and by the site's webhook that a reply waits for them. No word of
 * it is told.
 */
export function createReminders(deps: ReminderDeps) {
  const isWanted = async (userId: string): Promise<boolean> =>
    deps.mailWaiting !== null && (await deps.preferences.read(userId)).waitingMail === "on";
  const remind = onJob(remindJob, async ({ userId, conversationId, runId, waitId }, signal) => {
    const held = await deps.leases.find(runId);
    if (held === null || held.waitMs === null || held.lease.endedAt !== null) return null;
    const { waiting, answers } = held.lease;
    const isOpen = waiting?.for.includes(waitId) === true && answers[waitId] === undefined;
    if (!isOpen || !(await deps.isAllowed(userId))) return null;
    const payload = { type: "run.waiting", userId, conversationId, runId, waitId };
    // A mail that is due does not wait for a webhook that is down.
    await deps
      .postWaiting?.(payload, signal)
      .catch((error: unknown) => deps.log.warn("waiting_not_posted", { runId, error }));
    if (await isWanted(userId)) await deps.mailWaiting?.(userId, conversationId);
    return null;
  });
  return {
    job: remind,
    /** Plans what is told of a question that the person is asked now; once for each. */
    async note(wait: Parameters<typeof remindJob.at>[0]): Promise<void> {
      if (deps.postWaiting !== null || (await isWanted(wait.userId)))
        await deps.jobs.schedule(remindJob.at(wait), deps.now() + remindAfterMs);
    },
  };
}

export function openReminders(
  { records, now, log }: Ground,
  { mail: { waiting: mailWaiting }, webhook: postWaiting }: Telling,
): Feature & { service: Pick<ReturnType<typeof createReminders>, "note"> } {
  const { jobs, leases, preferences, people } = records;
  const isAllowed = (userId: string) => mayBeWorkedFor(people, userId);
  const { job, ...service } = createReminders({
    ...{ jobs, leases, preferences, now, log, mailWaiting, postWaiting, isAllowed },
  });
  return { name: "reminders", service, jobs: [job] };
}
