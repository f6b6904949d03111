import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/errors";
import { decidePlan, listRunning } from "@/lib/engine/planning/follow";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { toPlanAnswerId, type Plan, type PlanEdit } from "@/lib/features/plans/shape";
import { refuseRoute, type AnswerKey } from "./consent/keep-answer";
import { listOpenQuestions } from "./consent/waits";
import { giveAnswer } from "./commands";
import { readEntries } from "./log/entries";
import { addToHistory, createHistory } from "./log/history";
import type { RunHost } from "./start-or-join";
import type { Run } from "./run/run";

/** The plan of a run, while it is made and afterwards. Throws `not_found` where there is none. */
export async function getPlan(host: RunHost, userId: string, runId: string): Promise<Plan> {
  const { deps, live } = host;
  const here = live.findById(userId, runId);
  const held = here === null ? await findHeld(host, userId, runId) : null;
  const plan =
    here?.plan.find() ??
    (held === null ? await findStored(host, userId, runId) : findPlan(await readLog(deps, runId)));
  if (plan === null) throw new AppError("not_found", "This run has no plan.");
  return plan;
}

/**
 * Changes a plan that waits or is being followed. Throws `conflict` for one that has changed since it was
 * read or a task that has begun, `already_decided`, `not_running`, and `invalid_request` with `fields`.
 */
export async function changePlan(
  host: RunHost,
  userId: string,
  runId: string,
  edit: PlanEdit,
): Promise<ChangedPlan> {
  const here = host.live.findById(userId, runId);
  const plan = await getPlan(host, userId, runId);
  if (plan.state === "ended") throw new AppError("not_running", "The plan is over already.");
  if (plan.state === "proposed") return decide(host, { userId, runId, plan, edit });
  const changed =
    here === null ? await changeElsewhere(host, { userId, runId, edit }) : await changeHere(host, here, edit);
  return { plan: changed, run: null };
}

/** `run`: the reply where it goes on here. */
type ChangedPlan = { plan: Plan; run: Run | null };

type Edited = { userId: string; runId: string; edit: PlanEdit };

/** While a plan waits its changes come with the word on it. */
async function decide(
  host: RunHost,
  { userId, runId, plan, edit }: Edited & { plan: Plan },
): Promise<ChangedPlan> {
  if (edit.decision === undefined)
    throw new AppError("invalid_request", "The plan waits for your word.", {
      fields: { decision: "approve or cancel it" },
    });
  const decided = decidePlan(plan, edit);
  const held = await findHeld(host, userId, runId);
  if (held === null) throw new AppError("not_running", "The reply has ended already.");
  const key = { userId, conversationId: held.lease.conversationId, id: toPlanAnswerId(plan.version) };
  const run = await giveAnswer(host, key, { text: JSON.stringify(edit), check: () => undefined });
  return { plan: decided, run };
}

async function changeHere(
  { deps }: RunHost,
  run: Pick<Run, "brief" | "plan">,
  edit: PlanEdit,
): Promise<Plan> {
  const plan = run.plan.edit(edit);
  if (edit.decision === "cancel")
    await Promise.all(
      listRunning(plan.steps).map(({ conversationId = "" }) =>
        deps.tasks.stop(run.brief.userId, conversationId),
      ),
    );
  return plan;
}

const lookMs = 200;
const longestMs = 8_000;

/** Leaves word for the process that follows the plan, and waits until that has taken or refused it. */
async function changeElsewhere(host: RunHost, { userId, runId, edit }: Edited): Promise<Plan> {
  const { deps } = host;
  const id = deps.newId();
  const isKept = await deps.leases.edit(runId, { id, edit: JSON.stringify(edit) }, deps.now());
  for (const until = deps.now() + longestMs; isKept && deps.now() < until; await sleep(lookMs)) {
    const plan = await getPlan(host, userId, runId);
    if (plan.lastEdit?.id !== id) continue;
    if (plan.lastEdit.problem === null) return plan;
    throw new AppError("conflict", plan.lastEdit.problem);
  }
  throw new AppError("conflict", "The plan could not be changed in time. Look at it again.");
}

/** The person's answer to a question of the plan. Throws `invalid_request` for a call that waits. */
export async function answerQuestion(host: RunHost, key: AnswerKey, answer: string): Promise<Run | null> {
  return giveAnswer(host, key, {
    text: JSON.stringify({ answer }),
    check(chunks) {
      if (!listOpenQuestions(chunks).some(({ id }) => id === key.id))
        throw refuseRoute("This is a call, not a question: answer it under approvals.");
    },
  });
}

async function findHeld({ deps }: RunHost, userId: string, runId: string) {
  const held = await deps.leases.find(runId);
  return held?.lease.userId === userId && held.lease.endedAt === null ? held : null;
}

async function findStored({ deps }: RunHost, userId: string, runId: string): Promise<Plan | null> {
  const record = await deps.runs.find(userId, runId);
  const stored =
    record === null ? null : await deps.messages.find(userId, record.conversationId, record.messageId);
  return stored?.message.parts.findLast((part) => part.type === "data-plan")?.data ?? null;
}

async function readLog({ runLogs }: RunHost["deps"], runId: string): Promise<ChatChunk[]> {
  const history = createHistory();
  for (const entry of readEntries(await runLogs.read(runId)).entries) addToHistory(history, entry);
  return history.chunks;
}

function findPlan(chunks: readonly ChatChunk[]): Plan | null {
  return chunks.findLast((chunk) => chunk.type === "data-plan")?.data ?? null;
}
