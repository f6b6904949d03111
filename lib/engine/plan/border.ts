import type { Account } from "@/lib/engine/run/account";
import { toReplyBudget } from "@/lib/protocol/reply-budget";
import { toReservedUntil } from "@/lib/engine/stored-brief";
import type { RunDeps } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";

/** What of a plan's time and money its steps may use: the rest is kept for the answer. */
export const stepsShare = 0.8;

/** When steps end, in milliseconds since 1970; waits are left out. */
export const toBorder = ({
  brief: { settings },
  account: { startedAt },
}: Pick<Run, "brief" | "account">): number => startedAt() + settings.planTimeLimitSeconds * 1000 * stepsShare;

/** What steps may still set aside, in micro-dollars. */
export const toStepMoney = ({ purse }: Account): number =>
  Math.max(0, purse.budgetMicroUsd() * stepsShare - purse.takenMicroUsd());

/** Whether no further step is begun. */
export const isPastBorder = ({ now }: Pick<RunDeps, "now">, run: Pick<Run, "brief" | "account">): boolean =>
  now() >= toBorder(run);

/** A reply with a plan may cost more, and take longer, than one without, which what works for it shares. */
export async function fundPlan(
  deps: Pick<RunDeps, "quotas" | "now">,
  run: Pick<Run, "brief" | "account">,
): Promise<void> {
  const { planMicroUsd } = toReplyBudget(run.brief.settings);
  await fund(deps, run, planMicroUsd, run.brief.settings.planTimeLimitSeconds);
}

/** Gives back what a plan that was not made would have had. */
export async function unfundPlan(
  deps: Pick<RunDeps, "quotas" | "now">,
  run: Pick<Run, "brief" | "account">,
): Promise<void> {
  const microUsd = toReplyBudget(run.brief.settings).microUsd + run.account.purse.spentMicroUsd();
  await fund(
    deps,
    run,
    Math.min(run.account.purse.budgetMicroUsd(), microUsd),
    run.brief.settings.timeLimitSeconds,
  );
}

async function fund(
  deps: Pick<RunDeps, "quotas" | "now">,
  run: Pick<Run, "brief" | "account">,
  microUsd: number,
  timeLimitSeconds: number,
): Promise<void> {
  if (run.account.purse.budgetMicroUsd() === 0 || run.brief.task !== null) return;
  const { settings } = run.brief;
  const expiresAt = toReservedUntil(deps.now(), { timeLimitSeconds });
  run.account.purse.setBudget(
    await deps.quotas.resumeTurn(run.brief.userId, { runId: run.brief.id, microUsd, expiresAt, settings }),
  );
}
