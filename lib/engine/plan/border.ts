import { toReplyBudget } from "@/lib/protocol/reply-budget";
import { toReservedUntil } from "@/lib/engine/run/brief";
import type { RunDeps } from "@/lib/engine/ports";
import type { RunState } from "@/lib/engine/run/run-state";

/** What of a plan's time and money its steps may use: the rest is kept for the answer. */
export const stepsShare = 0.8;

/** When steps end, in milliseconds since 1970; waits are left out. */
export const toBorder = ({ settings, startedAt }: RunState): number =>
  startedAt() + settings.planTimeLimitSeconds * 1000 * stepsShare;

/** What steps may still set aside, in micro-dollars. */
export const toStepMoney = ({ purse }: RunState): number =>
  Math.max(0, purse.budgetMicroUsd() * stepsShare - purse.takenMicroUsd());

/** Whether no further step is begun. */
export const isPastBorder = ({ now }: Pick<RunDeps, "now">, run: RunState): boolean => now() >= toBorder(run);

/** A reply with a plan may cost more, and take longer, than one without, which what works for it shares. */
export async function fundPlan(deps: Pick<RunDeps, "quotas" | "now">, run: RunState): Promise<void> {
  const { planMicroUsd } = toReplyBudget(run.settings);
  await fund(deps, run, planMicroUsd, run.settings.planTimeLimitSeconds);
}

/** Gives back what a plan that was not made would have had. */
export async function unfundPlan(deps: Pick<RunDeps, "quotas" | "now">, run: RunState): Promise<void> {
  const microUsd = toReplyBudget(run.settings).microUsd + run.purse.spentMicroUsd();
  await fund(deps, run, Math.min(run.purse.budgetMicroUsd(), microUsd), run.settings.timeLimitSeconds);
}

async function fund(
  deps: Pick<RunDeps, "quotas" | "now">,
  run: RunState,
  microUsd: number,
  timeLimitSeconds: number,
): Promise<void> {
  if (run.purse.budgetMicroUsd() === 0 || run.task !== null) return;
  const { settings } = run;
  const expiresAt = toReservedUntil(deps.now(), { timeLimitSeconds });
  run.purse.setBudget(
    await deps.quotas.resumeTurn(run.userId, { runId: run.id, microUsd, expiresAt, settings }),
  );
}
