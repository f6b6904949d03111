import { mayBeWorkedFor } from "@/lib/data/people";
import type { AccountsAuth } from "@/lib/auth/accounts-auth";
import type { JobRecords } from "@/lib/data/jobs";
import type { Leases } from "@/lib/data/leases";
import type { PreferenceRecords } from "@/lib/data/preferences";
import type { JobHandler } from "@/lib/jobs/jobs";
import type { CoreServices } from "./core-services";

export type ReminderDeps = {
  /** `null` where no mail is set up. */
  mailWaiting: ((userId: string, conversationId: string) => Promise<void>) | null;
  jobs: Pick<JobRecords, "plan">;
  leases: Pick<Leases, "find">;
  preferences: Pick<PreferenceRecords, "read">;
  isAllowed: (userId: string) => Promise<boolean>;
  now: () => number;
};
/** `conversationId`: where the person answers. */
export type WaitingRun = { userId: string; conversationId: string; runId: string; waitId: string };

/** A question that was not answered by then is mailed. */
export const remindAfterMs = 120_000;

/** Tells by mail, where the person chose it, that a reply waits for them. No word of it is in the mail. */
export function createReminders(deps: ReminderDeps) {
  const isWanted = async (userId: string): Promise<boolean> =>
    deps.mailWaiting !== null && (await deps.preferences.read(userId)).waitingMail === "on";
  const remind: JobHandler<"remind"> = async ({ userId, conversationId, runId, waitId }) => {
    const held = await deps.leases.find(runId);
    if (held === null || held.waitMs === null || held.lease.endedAt !== null) return null;
    const { waiting, answers } = held.lease;
    const isOpen = waiting?.for.includes(waitId) === true && answers[waitId] === undefined;
    if (isOpen && (await isWanted(userId)) && (await deps.isAllowed(userId)))
      await deps.mailWaiting?.(userId, conversationId);
    return null;
  };
  return {
    jobs: { remind },
    /** Plans the mail for a question that the person is asked now; once for each. */
    async note(wait: WaitingRun): Promise<void> {
      if (await isWanted(wait.userId))
        await deps.jobs.plan({ kind: "remind", ...wait }, deps.now() + remindAfterMs);
    },
  };
}

export function openReminders({ records, now }: CoreServices, accountsAuth: AccountsAuth | null) {
  const { jobs, leases, preferences, people } = records;
  const isAllowed = (userId: string) => mayBeWorkedFor(people, userId);
  const mailWaiting = accountsAuth?.mailWaiting ?? null;
  return createReminders({ jobs, leases, preferences, now, mailWaiting, isAllowed });
}
