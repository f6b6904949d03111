import type { RunLogs } from "@/lib/engine/records/run-logs";
import { setTimeout as sleep } from "node:timers/promises";
import { leaseMs } from "@/lib/engine/records/leases";
import { AppError } from "@/lib/errors";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ChatChunk, ChatPart } from "@/lib/protocol/chat-message";
import { listAskedCalls } from "./asked-calls";
import { toHistory } from "@/lib/engine/log/history";
import type { RunHost, RunTools, RecordPorts } from "@/lib/engine/ports";
import { readEntries } from "@/lib/engine/log/entries";
import type { RunLog } from "@/lib/engine/log/run-log";
import { listWaits } from "./waits";

export type AnswerKey = { userId: string; conversationId: string; id: string };
type RunningHere = { reply: { log: Pick<RunLog, "chunks">; done: Promise<unknown> } };

/** `text` is kept. `check` sees the run's events and throws where the answer does not fit what was asked. */
type CheckedAnswer = { text: string; check: (chunks: readonly ChatChunk[]) => void };

/**
 * Keeps the answer to something that a run waits for. Gives the run when it waits for no more: then it goes
 * on. Throws `not_found`, `already_decided` and what the check throws.
 */
export async function keepAnswer(
  host: RunHost,
  running: RunningHere | null,
  key: AnswerKey,
  answer: CheckedAnswer,
): Promise<string | null> {
  const { userId, conversationId, id } = key;
  // It asks, and is just about to be released.
  if (running !== null && isWaitedFor(running.reply.log.chunks(), id)) await running.reply.done;
  const { activeRunId: runId } = await host.records.conversations.get(userId, conversationId);
  const asked = runId === null ? null : await awaitAsked(host, runId, id);
  if (runId === null || asked === null) return refuse(host.records, key);
  answer.check(asked);
  const kept = await host.records.leases.answer(runId, { id, answer: answer.text, now: host.now() });
  if (kept === "kept") return null;
  if (kept === "complete") return runId;
  throw new AppError("already_decided", decided);
}

/** For a call: throws `invalid_request` for what is none, or with `fields` for an input that does not fit. */
export function toApprovalAnswer(tools: RunTools, approvalId: string, answer: ApprovalAnswer): CheckedAnswer {
  return {
    text: JSON.stringify(answer),
    check(chunks) {
      const asked = listAskedCalls(chunks).find((call) => call.approvalId === approvalId);
      if (asked === undefined) throw refuseRoute("This is no call: answer it as a question, or as a plan.");
      if (answer.decision === "edit") tools.checkInput(asked.toolName, answer.input);
    },
  };
}

/** What was sent to the route of another kind of answer: it still waits. */
export const refuseRoute = (message: string): AppError => new AppError("invalid_request", message);

const decided = "This was answered already, or its time is over.";

/** How often and how long a worker elsewhere is looked at; within that its log says that it asks. */
const lookMs = 500;
const longestMs = 30_000;
const logLooks = 4;

/** Once its worker has let go: elsewhere that may still make the calls beside it or write that it asks. */
async function awaitAsked(host: RunHost, runId: string, id: string): Promise<ChatChunk[] | null> {
  let asked = await findAsked(host.records.runLogs, runId, id);
  for (let looks = 0; looks * lookMs < longestMs && (await isAtWork(host, runId)); looks += 1) {
    if (asked === null && looks >= logLooks) return null;
    await sleep(lookMs, undefined, { signal: host.closing });
    asked ??= await findAsked(host.records.runLogs, runId, id);
  }
  return asked;
}

async function isAtWork(host: RunHost, runId: string): Promise<boolean> {
  const held = host.worker.isAlone ? null : await host.records.leases.find(runId);
  return (
    held !== null &&
    held.lease.endedAt === null &&
    held.waitMs === null &&
    !held.lease.isReleased &&
    held.ageMs <= leaseMs
  );
}

/** The run's events, where they ask for this answer. */
async function findAsked(runLogs: RunLogs, runId: string, id: string): Promise<ChatChunk[] | null> {
  const { chunks } = toHistory(await runLogs.read(runId));
  return isWaitedFor(chunks, id) ? chunks : null;
}

function isWaitedFor(chunks: readonly ChatChunk[], id: string): boolean {
  return listWaits(chunks).some((wait) => wait.id === id);
}

const recentMessages = 4;

/** One that was there once is answered differently from one that never was. */
async function refuse(records: RecordPorts, { userId, conversationId, id }: AnswerKey): Promise<never> {
  const { messages } = await records.messages.listNewest(userId, conversationId, {
    limit: recentMessages,
    beforeSeq: undefined,
  });
  const runId = (await records.conversations.find(userId, conversationId))?.activeRunId ?? null;
  const logged = runId === null ? [] : readEntries(await records.runLogs.read(runId)).entries;
  const isKnown =
    messages.some(({ message }) => message.parts.some((part) => isAbout(part, id))) ||
    logged.some((entry) => "type" in entry && isAbout(entry, id));
  if (isKnown) throw new AppError("already_decided", decided);
  throw new AppError("not_found", "There is nothing here that waits for an answer.");
}

type AnswerPart = ChatChunk | ChatPart;

function isAbout(piece: AnswerPart, id: string): boolean {
  if (piece.type === "data-plan") return /^plan-\d+$/.test(id);
  return (piece.type === "data-approval" || piece.type === "data-question") && piece.id === id;
}
