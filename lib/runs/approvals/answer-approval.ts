import { setTimeout as sleep } from "node:timers/promises";
import { leaseMs } from "@/lib/data/leases";
import { AppError } from "@/lib/errors";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { listAskedCalls, type AskedCall } from "./asked-calls";
import { addToHistory, createHistory } from "@/lib/runs/log/history";
import type { RunDeps } from "@/lib/runs/ports";
import { readEntries } from "@/lib/runs/log/entries";
import type { RunLog } from "@/lib/runs/log/run-log";

export type ApprovalKey = { userId: string; conversationId: string; approvalId: string };

type AnswerDeps = Pick<
  RunDeps,
  "conversations" | "messages" | "leases" | "runLogs" | "tools" | "isAlone" | "closing" | "now"
>;
type RunningHere = { log: Pick<RunLog, "chunks">; done: Promise<unknown> };

/**
 * Keeps the answer to a waiting call. Gives the run when it waits for no more: then it goes on. Throws
 * `not_found`, `already_decided` or, for an edited input that does not fit the tool, `invalid_request`.
 */
export async function keepApprovalAnswer(
  deps: AnswerDeps,
  running: RunningHere | null,
  key: ApprovalKey,
  answer: ApprovalAnswer,
): Promise<string | null> {
  const { userId, conversationId, approvalId } = key;
  // It asks, and is just about to be released.
  if (running !== null && isAsked(running.log.chunks(), approvalId)) await running.done;
  const { activeRunId: runId } = await deps.conversations.get(userId, conversationId);
  const asked = runId === null ? null : await awaitAsked(deps, runId, approvalId);
  if (runId === null || asked === null) return refuse(deps, key);
  if (answer.decision === "edit") deps.tools.checkInput(asked.toolName, answer.input);
  const kept = await deps.leases.answer(runId, {
    id: approvalId,
    answer: JSON.stringify(answer),
    now: deps.now(),
  });
  if (kept === "kept") return null;
  if (kept === "complete") return runId;
  throw new AppError("already_decided", decided);
}

const decided = "This was answered already, or its time is over.";

/** How often and how long a worker elsewhere is looked at; within that its log says that it asks. */
const lookMs = 500;
const longestMs = 30_000;
const logLooks = 4;

/** Once its worker has let go: elsewhere that may still make the calls beside it or write that it asks. */
async function awaitAsked(deps: AnswerDeps, runId: string, approvalId: string): Promise<AskedCall | null> {
  let asked = await findAsked(deps, runId, approvalId);
  for (let looks = 0; looks * lookMs < longestMs && (await isAtWork(deps, runId)); looks += 1) {
    if (asked === null && looks >= logLooks) return null;
    await sleep(lookMs, undefined, { signal: deps.closing });
    asked ??= await findAsked(deps, runId, approvalId);
  }
  return asked;
}

async function isAtWork(deps: AnswerDeps, runId: string): Promise<boolean> {
  const held = deps.isAlone ? null : await deps.leases.find(runId);
  return (
    held !== null &&
    held.lease.endedAt === null &&
    held.waitMs === null &&
    !held.lease.isReleased &&
    held.ageMs <= leaseMs
  );
}

async function findAsked(deps: AnswerDeps, runId: string, approvalId: string): Promise<AskedCall | null> {
  const history = createHistory();
  for (const entry of readEntries(await deps.runLogs.read(runId)).entries) addToHistory(history, entry);
  return listAskedCalls(history.chunks).find((call) => call.approvalId === approvalId) ?? null;
}

function isAsked(chunks: readonly ChatChunk[], approvalId: string): boolean {
  return listAskedCalls(chunks).some((call) => call.approvalId === approvalId);
}

const recentMessages = 4;

/** One that was there once is answered differently from one that never was. */
async function refuse(deps: AnswerDeps, { userId, conversationId, approvalId }: ApprovalKey): Promise<never> {
  const { messages } = await deps.messages.listNewest(userId, conversationId, {
    limit: recentMessages,
    beforeSeq: undefined,
  });
  const runId = (await deps.conversations.find(userId, conversationId))?.activeRunId ?? null;
  const logged = runId === null ? [] : readEntries(await deps.runLogs.read(runId)).entries;
  const isKnown =
    messages.some(({ message }) =>
      message.parts.some((part) => part.type === "data-approval" && part.id === approvalId),
    ) || logged.some((entry) => "type" in entry && entry.type === "data-approval" && entry.id === approvalId);
  if (isKnown) throw new AppError("already_decided", decided);
  throw new AppError("not_found", "There is nothing here that waits for an answer.");
}
