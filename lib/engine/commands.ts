import type { RunLogs } from "@/lib/engine/records/run-logs";
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
import type { Runtime } from "./lease/workers";
import type { StartedRun } from "./start-or-join";
import type { Run } from "./run/run";
import { recoverRun } from "./turn/recover";

/** Ends the running reply, if any, wherever it is made, keeping what it has. Resolves when it is stored. */
export async function stop(runtime: Runtime, key: ConversationKey): Promise<void> {
  const run = await runtime.live.find(key.userId, key.conversationId);
  if (run !== null) {
    run.control.cut.cut("stopped");
    await run.reply.done;
  }
  // Where it was just being handed over, the next worker must not go on.
  if (run === null || run.control.cut.isElsewhere()) await stopElsewhere(runtime, key);
}

/** Gives the run when it goes on here. */
export function answerApproval(
  runtime: Runtime,
  { approvalId: id, ...key }: ApprovalKey,
  answer: ApprovalAnswer,
): Promise<Run | null> {
  return giveAnswer(runtime, { ...key, id }, toApprovalAnswer(runtime.host.tools, id, answer));
}

export type ApprovalKey = { userId: string; conversationId: string; approvalId: string };

/** Keeps an answer of the person, and goes on with the run when it waits for no other. */
export async function giveAnswer(
  { host, live }: Runtime,
  key: AnswerKey,
  answer: Parameters<typeof keepAnswer>[3],
): Promise<Run | null> {
  const { userId, conversationId } = key;
  const runId = await keepAnswer(host, await live.find(userId, conversationId), key, answer);
  if (runId === null) return null;
  try {
    return await recoverRun(host, live, { userId, conversationId, runId });
  } catch (error) {
    // The answer is kept: whoever looks next goes on with the run.
    host.log.warn("run_not_taken_over", { runId, error });
    return null;
  }
}

export async function answerAll(
  runtime: Runtime,
  key: ConversationKey,
  answers: ApprovalAnswers["answers"],
): Promise<StartedRun> {
  const { host } = runtime;
  const { activeRunId: runId } = await host.records.conversations.get(key.userId, key.conversationId);
  if (runId === null) throw toEnded();
  // Whoever answers has seen what the log holds now.
  const seen = (await host.records.runLogs.read(runId)).at(-1);
  const options = { after: toCursorText(seen ?? baseCursor), withStart: true };
  let run: Run | null = null;
  for (const { approvalId, approved } of answers)
    run = await answerApproval(runtime, { ...key, approvalId }, { decision: approved ? "approve" : "deny" });
  if (run !== null) return { stream: () => run.reply.log.follow(options), reply: run.reply.done };
  const stream = await followRun(runtime, key, options);
  if (stream === null) throw toEnded();
  const reply = waitForReply(host, { ...key, runId });
  reply.catch(() => undefined);
  return { stream: () => stream, reply };
}

const toEnded = () => new AppError("not_running", "The reply has ended already.");

/** The reply that runs in the conversation; `run` where it is made in this process. */
async function getRunning({ host, live }: Runtime, { userId, conversationId }: ConversationKey) {
  const run = await live.find(userId, conversationId);
  const runId =
    run?.brief.id ?? (await host.records.conversations.find(userId, conversationId))?.activeRunId ?? null;
  const held = runId === null ? null : await host.records.leases.find(runId);
  if (held === null || held.lease.endedAt !== null) throw toEnded();
  return { run, runId: held.runId };
}

export async function steer(runtime: Runtime, key: ConversationKey, message: Steer): Promise<void> {
  const { host } = runtime;
  const { run, runId } = await getRunning(runtime, key);
  // Kept first: another worker may have to read it.
  if (!(await host.records.leases.steer(runId, message, host.now()))) throw toEnded();
  run?.control.steering.add(message);
}

/**
 * Takes words back that neither the reply nor a task of its plan has read. May run more than once. Throws
 * `already_decided` where they were read, and `not_running`. Where another process makes the reply, the log
 * tells; what is read there in that moment stands in the reply.
 */
export async function takeBack(runtime: Runtime, key: ConversationKey, id: string): Promise<void> {
  const { host } = runtime;
  const { userId } = key;
  const { run, runId } = await getRunning(runtime, key);
  const plan = run?.plan.find() ?? null;
  const isHeard = plan?.heeded?.includes(id) === true || run?.control.steering.isHeard(id) === true;
  if (isHeard || (run === null && (await isLogged(host.records.runLogs, runId, id)))) throw toRead();
  const steps = listRunning(plan?.steps ?? []).flatMap(toConversations);
  await Promise.all(steps.map((conversationId) => takeBackFromTask(runtime, { userId, conversationId }, id)));
  if (run?.control.steering.takeBack(id) === false) throw toRead();
  await host.records.leases.takeBack(runId, id, host.now());
}

const toRead = () => new AppError("already_decided", "The answer has read this already.");

/** One that has ended without having read them is no obstacle. */
async function takeBackFromTask(runtime: Runtime, key: ConversationKey, id: string): Promise<void> {
  try {
    await takeBack(runtime, key, id);
  } catch (error) {
    if (!isAppError(error) || error.code !== "not_running") throw error;
  }
}

async function isLogged(runLogs: RunLogs, runId: string, id: string): Promise<boolean> {
  const { entries } = readEntries(await runLogs.read(runId));
  return entries.some((entry) => !isMark(entry) && entry.type === "steering-message" && entry.id === id);
}

/** Deletes all that hangs on it. A running reply is ended first, and none can begin meanwhile. */
export async function forgetConversation(runtime: Runtime, key: ConversationKey): Promise<boolean> {
  const { host, live } = runtime;
  const { userId, conversationId } = key;
  let seat = live.take(userId, conversationId);
  for (; seat === null; seat = live.take(userId, conversationId)) await stop(runtime, key);
  try {
    const found = await host.records.conversations.find(userId, conversationId);
    const runId = found?.activeRunId ?? null;
    if (runId !== null) await endElsewhere(host, { ...key, runId });
    for (const { forgetConversation: forget } of host.records.kept)
      await forget?.(userId, conversationId, found);
    await forgetTasks(runtime, key);
    await host.records.conversations.deleteTree(userId, conversationId);
    for (const { afterConversation: after } of host.records.kept)
      await after?.(userId, conversationId, found);
    return found !== null;
  } finally {
    seat.settle(null);
  }
}

/** With the conversations of its plans' tasks, and of what helpers asked of others there. */
async function forgetTasks(runtime: Runtime, { userId, conversationId }: ConversationKey): Promise<void> {
  for (;;) {
    const steps = await runtime.host.records.conversations.listSteps(userId, conversationId);
    if (steps.length === 0) return;
    for (const step of steps) await forgetConversation(runtime, { userId, conversationId: step });
  }
}
