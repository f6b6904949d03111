import type { Account } from "@/lib/engine/run/account";
import { toReplyBudget } from "@/lib/protocol/reply-budget";
import { toReservedUntil } from "@/lib/engine/stored-brief";
import type { RunHost } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";

/** What of a plan's time and money its tasks may use: the rest is kept for the answer. */
export const tasksShare = 0.8;

/** When tasks end, in milliseconds since 1970; waits are left out. */
export const toBorder = ({
  brief: { settings },
  account: { startedAt },
}: Pick<Run, "brief" | "account">): number => startedAt() + settings.planTimeLimitSeconds * 1000 * tasksShare;

/** What tasks may still set aside, in micro-dollars. */
export const toTaskMoney = ({ purse }: Account): number =>
  Math.max(0, purse.budgetMicroUsd() * tasksShare - purse.takenMicroUsd());

/** Whether no further task is begun. */
export const isPastBorder = (now: () => number, run: Pick<Run, "brief" | "account">): boolean =>
  now() >= toBorder(run);

/** A reply with a plan may cost more, and take longer, than one without, which what works for it shares. */
export async function fundPlan(host: RunHost, run: Pick<Run, "brief" | "account">): Promise<void> {
  const { planMicroUsd } = toReplyBudget(run.brief.settings);
  await fund(host, run, planMicroUsd, run.brief.settings.planTimeLimitSeconds);
}

/** Gives back what a plan that was not made would have had. */
export async function unfundPlan(host: RunHost, run: Pick<Run, "brief" | "account">): Promise<void> {
  const { brief, account } = run;
  const microUsd = toReplyBudget(brief.settings).microUsd + account.purse.spentMicroUsd();
  await fund(host, run, Math.min(account.purse.budgetMicroUsd(), microUsd), brief.settings.timeLimitSeconds);
}

async function fund(
  host: RunHost,
  run: Pick<Run, "brief" | "account">,
  microUsd: number,
  timeLimitSeconds: number,
): Promise<void> {
  if (run.account.purse.budgetMicroUsd() === 0 || run.brief.task !== null) return;
  const { settings } = run.brief;
  const expiresAt = toReservedUntil(host.now(), { timeLimitSeconds });
  run.account.purse.setBudget(
    await host.records.quotas.resumeTurn(run.brief.userId, {
      runId: run.brief.id,
      microUsd,
      expiresAt,
      settings,
    }),
  );
}
