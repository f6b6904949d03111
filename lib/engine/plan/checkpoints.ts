import type { Reply } from "@/lib/engine/run/reply";
import { approvalLimitMs } from "@/lib/protocol/limits";
import { toLanguage } from "@/lib/engine/loop/notices";
import { isFailed } from "@/lib/engine/planning/follow";
import { estimateTask } from "@/lib/engine/planning/estimate";
import { checkpointWords, type CheckpointWords } from "@/lib/engine/planning/questions";
import type { PersonQuestion } from "@/lib/protocol/person-questions";
import type { Plan, PlanTask } from "@/lib/features/plans/shape";
import type { RunHost } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";
import { toQuestionChunk } from "./settle-plan";

/** What the person's word is: `wait` while they are asked, or are to be once nothing else is being done. */
export type PlanDecision = "go" | "no" | "wait";

/** A task that may cost more than the administrator wants is begun when the person says so. */
export function askAboutTask(
  host: RunHost,
  run: Pick<Run, "brief" | "reply" | "plan">,
  task: PlanTask,
  isIdle: boolean,
): PlanDecision {
  const { checkpoints, stepApprovalCents } = run.brief.settings;
  const { price } = host.models().describe(run.brief.chain[0] ?? "");
  const microUsd = price === null ? 0 : estimateTask(task, price);
  const isDue = checkpoints.includes("step") && microUsd >= stepApprovalCents * 10_000;
  if (!isDue || task.attempts > 0) return "go";
  const about = { kind: "step" as const, title: task.title, cents: microUsd / 10_000 };
  const words = checkpointWords(toLanguage(run.brief.options.language), about);
  return ask(host.now, run, { ...words, id: `step-${task.id}`, topic: "step", step: task.id }, isIdle);
}

/** What is done about a task that has failed for good. */
export function askAboutFailure(
  now: () => number,
  run: Pick<Run, "brief" | "reply" | "plan">,
  plan: Plan,
  isIdle: boolean,
): PlanDecision {
  const failed = plan.steps.find(isFailed);
  if (!run.brief.settings.checkpoints.includes("error") || failed === undefined) return "go";
  const { title, problem = "" } = failed;
  const words = checkpointWords(toLanguage(run.brief.options.language), { kind: "error", title, problem });
  return ask(now, run, { ...words, id: `error-${failed.id}`, topic: "error", step: failed.id }, isIdle);
}

type Question = CheckpointWords & Pick<PersonQuestion, "id" | "topic"> & { step: string };

/** One question at a time, and only when no task is being done: then no process waits for the answer. */
function ask(
  now: () => number,
  run: Pick<Run, "reply" | "plan">,
  { choices, ...question }: Question,
  isIdle: boolean,
): PlanDecision {
  const known = findQuestion(run.reply, question.id);
  if (known !== null && known.state !== "asked") return known.answer === choices[0] ? "go" : "no";
  if (known === null && isIdle && !run.plan.isAsking()) {
    const askedAt = now();
    const times = { askedAt, expiresAt: askedAt + approvalLimitMs };
    run.reply.log.push(toQuestionChunk({ ...question, choices: [...choices], state: "asked", ...times }));
  }
  return "wait";
}

export function findQuestion({ log }: Reply, id: string): PersonQuestion | null {
  const found = log.chunks().findLast((chunk) => chunk.type === "data-question" && chunk.data.id === id);
  return found?.type === "data-question" ? found.data : null;
}
