import type { Steer } from "@/lib/engine/records/leases";
import { toCursorText } from "@/lib/engine/records/run-logs";
import { AppError, isAppError } from "@/lib/errors";
import { listRunning } from "@/lib/engine/planning/follow";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ApprovalAnswers } from "@/lib/protocol/chat-request";
import { keepAnswer, toApprovalAnswer, type AnswerKey } from "./consent/keep-answer";
import { followRun, waitForReply } from "./follow/follow-run";
import type { ConversationKey } from "./lease/live-runs";
import { endElsewhere, stopElsewhere } from "./lease/stop-elsewhere";
import { isMark, readEntries } from "./log/entries";
import { baseCursor } from "./log/replay-message";
import { toConversations } from "./plan/task-starts";
import type { RunHost, StartedRun } from "./start-or-join";
import type { Run } from "./run/run";
import { recoverRun } from "./turn/recover";

/** Ends the running reply, if any, wherever it is made, keeping what it has. Resolves when it is stored. */
export async function stop({ deps, live, workers }: RunHost, key: ConversationKey): Promise<void> {
  const run = await live.find(key.userId, key.conversationId);
  if (run !== null) {
    run.control.cut.cut("stopped");
    await run.reply.done;
  }
  // Where it was just being handed over, the next worker must not go on.
  if (run === null || run.control.cut.isElsewhere()) await stopElsewhere(deps, live, workers, key);
}

/** Gives the run when it goes on here. */
export function answerApproval(
  host: RunHost,
  { approvalId: id, ...key }: ApprovalKey,
  answer: ApprovalAnswer,
): Promise<Run | null> {
  return giveAnswer(host, { ...key, id }, toApprovalAnswer(host.deps, id, answer));
}

export type ApprovalKey = { userId: string; conversationId: string; approvalId: string };

/** Keeps an answer of the person, and goes on with the run when it waits for no other. */
export async function giveAnswer(
  { deps, live }: RunHost,
  key: AnswerKey,
  answer: Parameters<typeof keepAnswer>[3],
): Promise<Run | null> {
  const { userId, conversationId } = key;
  const runId = await keepAnswer(deps, await live.find(userId, conversationId), key, answer);
  if (runId === null) return null;
  try {
    return await recoverRun(deps, live, { userId, conversationId, runId });
  } catch (error) {
    // The answer is kept: whoever looks next goes on with the run.
    deps.log.warn("run_not_taken_over", { runId, error });
    return null;
  }
}

export async function answerAll(
  host: RunHost,
  key: ConversationKey,
  answers: ApprovalAnswers["answers"],
): Promise<StartedRun> {
  const { deps, live, workers } = host;
  const { activeRunId: runId } = await deps.conversations.get(key.userId, key.conversationId);
  if (runId === null) throw toEnded();
  // Whoever answers has seen what the log holds now.
  const seen = (await deps.runLogs.read(runId)).at(-1);
  const options = { after: toCursorText(seen ?? baseCursor), withStart: true };
  let run: Run | null = null;
  for (const { approvalId, approved } of answers)
    run = await answerApproval(host, { ...key, approvalId }, { decision: approved ? "approve" : "deny" });
  if (run !== null) return { stream: () => run.reply.log.follow(options), reply: run.reply.done };
  const stream = await followRun(deps, live, workers, key, options);
  if (stream === null) throw toEnded();
  const reply = waitForReply(deps, { ...key, runId });
  reply.catch(() => undefined);
  return { stream: () => stream, reply };
}

const toEnded = () => new AppError("not_running", "The reply has ended already.");

/** The reply that runs in the conversation; `run` where it is made in this process. */
async function getRunning({ deps, live }: RunHost, { userId, conversationId }: ConversationKey) {
  const run = await live.find(userId, conversationId);
  const runId = run?.brief.id ?? (await deps.conversations.find(userId, conversationId))?.activeRunId ?? null;
  const held = runId === null ? null : await deps.leases.find(runId);
  if (held === null || held.lease.endedAt !== null) throw toEnded();
  return { run, runId: held.runId };
}

export async function steer(host: RunHost, key: ConversationKey, message: Steer): Promise<void> {
  const { deps } = host;
  const { run, runId } = await getRunning(host, key);
  // Kept first: another worker may have to read it.
  if (!(await deps.leases.steer(runId, message, deps.now()))) throw toEnded();
  run?.control.steering.add(message);
}

/**
 * Takes words back that neither the reply nor a task of its plan has read. May run more than once. Throws
 * `already_decided` where they were read, and `not_running`. Where another process makes the reply, the log
 * tells; what is read there in that moment stands in the reply.
 */
export async function takeBack(host: RunHost, key: ConversationKey, id: string): Promise<void> {
  const { deps } = host;
  const { userId } = key;
  const { run, runId } = await getRunning(host, key);
  const plan = run?.plan.find() ?? null;
  const isHeard = plan?.heeded?.includes(id) === true || run?.control.steering.isHeard(id) === true;
  if (isHeard || (run === null && (await isLogged(deps, runId, id)))) throw toRead();
  const steps = listRunning(plan?.steps ?? []).flatMap(toConversations);
  await Promise.all(steps.map((conversationId) => takeBackFromTask(host, { userId, conversationId }, id)));
  if (run?.control.steering.takeBack(id) === false) throw toRead();
  await deps.leases.takeBack(runId, id, deps.now());
}

const toRead = () => new AppError("already_decided", "The answer has read this already.");

/** One that has ended without having read them is no obstacle. */
async function takeBackFromTask(host: RunHost, key: ConversationKey, id: string): Promise<void> {
  try {
    await takeBack(host, key, id);
  } catch (error) {
    if (!isAppError(error) || error.code !== "not_running") throw error;
  }
}

async function isLogged({ runLogs }: RunHost["deps"], runId: string, id: string): Promise<boolean> {
  const { entries } = readEntries(await runLogs.read(runId));
  return entries.some((entry) => !isMark(entry) && entry.type === "steering-message" && entry.id === id);
}

/** Deletes all that hangs on it. A running reply is ended first, and none can begin meanwhile. */
export async function forgetConversation(host: RunHost, key: ConversationKey): Promise<boolean> {
  const { deps, live } = host;
  const { userId, conversationId } = key;
  let seat = live.take(userId, conversationId);
  for (; seat === null; seat = live.take(userId, conversationId)) await stop(host, key);
  try {
    const found = await deps.conversations.find(userId, conversationId);
    const runId = found?.activeRunId ?? null;
    if (runId !== null) await endElsewhere(deps, { ...key, runId });
    for (const { forgetConversation: forget } of deps.kept) await forget?.(userId, conversationId, found);
    await forgetTasks(host, key);
    await deps.conversations.deleteTree(userId, conversationId);
    for (const { afterConversation: after } of deps.kept) await after?.(userId, conversationId, found);
    return found !== null;
  } finally {
    seat.settle(null);
  }
}

/** With the conversations of its plans' tasks, and of what helpers asked of others there. */
async function forgetTasks(host: RunHost, { userId, conversationId }: ConversationKey): Promise<void> {
  for (;;) {
    const steps = await host.deps.conversations.listSteps(userId, conversationId);
    if (steps.length === 0) return;
    for (const step of steps) await forgetConversation(host, { userId, conversationId: step });
  }
}
