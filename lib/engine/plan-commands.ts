import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/errors";
import { decidePlan, listRunning } from "@/lib/engine/planning/follow";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { toPlanAnswerId, type Plan, type PlanEdit } from "@/lib/features/plans/shape";
import { refuseRoute, type AnswerKey } from "./consent/keep-answer";
import { listOpenQuestions } from "./consent/waits";
import { giveAnswer } from "./commands";
import { toHistory } from "./log/history";
import type { Runtime } from "./lease/workers";
import type { TaskPorts } from "./ports";
import type { Run } from "./run/run";

/** The plan of a run, while it is made and afterwards. Throws `not_found` where there is none. */
export async function getPlan(runtime: Runtime, userId: string, runId: string): Promise<Plan> {
  const { host, live } = runtime;
  const here = live.findById(userId, runId);
  const held = here === null ? await findHeld(runtime, userId, runId) : null;
  const plan =
    here?.plan.find() ??
    (held === null
      ? await findStored(runtime, userId, runId)
      : findPlan(toHistory(await host.records.runLogs.read(runId)).chunks));
  if (plan === null) throw new AppError("not_found", "This run has no plan.");
  return plan;
}

/**
 * Changes a plan that waits or is being followed. Throws `conflict` for one that has changed since it was
 * read or a task that has begun, `already_decided`, `not_running`, and `invalid_request` with `fields`.
 */
export async function changePlan(
  runtime: Runtime,
  userId: string,
  runId: string,
  edit: PlanEdit,
): Promise<ChangedPlan> {
  const here = runtime.live.findById(userId, runId);
  const plan = await getPlan(runtime, userId, runId);
  if (plan.state === "ended") throw new AppError("not_running", "The plan is over already.");
  if (plan.state === "proposed") return decide(runtime, { userId, runId, plan, edit });
  const changed =
    here === null
      ? await changeElsewhere(runtime, { userId, runId, edit })
      : await changeHere(runtime.host.tasks, here, edit);
  return { plan: changed, run: null };
}

/** `run`: the reply where it goes on here. */
type ChangedPlan = { plan: Plan; run: Run | null };

type Edited = { userId: string; runId: string; edit: PlanEdit };

/** While a plan waits its changes come with the word on it. */
async function decide(
  runtime: Runtime,
  { userId, runId, plan, edit }: Edited & { plan: Plan },
): Promise<ChangedPlan> {
  if (edit.decision === undefined)
    throw new AppError("invalid_request", "The plan waits for your word.", {
      fields: { decision: "approve or cancel it" },
    });
  const decided = decidePlan(plan, edit);
  const held = await findHeld(runtime, userId, runId);
  if (held === null) throw new AppError("not_running", "The reply has ended already.");
  const key = { userId, conversationId: held.lease.conversationId, id: toPlanAnswerId(plan.version) };
  const run = await giveAnswer(runtime, key, { text: JSON.stringify(edit), check: () => undefined });
  return { plan: decided, run };
}

async function changeHere(tasks: TaskPorts, run: Pick<Run, "brief" | "plan">, edit: PlanEdit): Promise<Plan> {
  const plan = run.plan.edit(edit);
  if (edit.decision === "cancel")
    await Promise.all(
      listRunning(plan.steps).map(({ conversationId = "" }) => tasks.stop(run.brief.userId, conversationId)),
    );
  return plan;
}

const lookMs = 200;
const longestMs = 8_000;

/** Leaves word for the process that follows the plan, and waits until that has taken or refused it. */
async function changeElsewhere(runtime: Runtime, { userId, runId, edit }: Edited): Promise<Plan> {
  const { host } = runtime;
  const id = host.newId();
  const isKept = await host.records.leases.edit(runId, { id, edit: JSON.stringify(edit) }, host.now());
  for (const until = host.now() + longestMs; isKept && host.now() < until; await sleep(lookMs)) {
    const plan = await getPlan(runtime, userId, runId);
    if (plan.lastEdit?.id !== id) continue;
    if (plan.lastEdit.problem === null) return plan;
    throw new AppError("conflict", plan.lastEdit.problem);
  }
  throw new AppError("conflict", "The plan could not be changed in time. Look at it again.");
}

/** The person's answer to a question of the plan. Throws `invalid_request` for a call that waits. */
export async function answerQuestion(runtime: Runtime, key: AnswerKey, answer: string): Promise<Run | null> {
  return giveAnswer(runtime, key, {
    text: JSON.stringify({ answer }),
    check(chunks) {
      if (!listOpenQuestions(chunks).some(({ id }) => id === key.id))
        throw refuseRoute("This is a call, not a question: answer it under approvals.");
    },
  });
}

async function findHeld({ host }: Runtime, userId: string, runId: string) {
  const held = await host.records.leases.find(runId);
  return held?.lease.userId === userId && held.lease.endedAt === null ? held : null;
}

async function findStored({ host }: Runtime, userId: string, runId: string): Promise<Plan | null> {
  const record = await host.records.runs.find(userId, runId);
  const stored =
    record === null
      ? null
      : await host.records.messages.find(userId, record.conversationId, record.messageId);
  return stored?.message.parts.findLast((part) => part.type === "data-plan")?.data ?? null;
}

function findPlan(chunks: readonly ChatChunk[]): Plan | null {
  return chunks.findLast((chunk) => chunk.type === "data-plan")?.data ?? null;
}
