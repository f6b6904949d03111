import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import { followElsewhere, waitForReply, type RunStream } from "./follow/follow-run";
import type { RunKey } from "./lease/live-runs";
import type { Runtime } from "./lease/workers";
import { baseCursor, toReplayChunks } from "./log/replay-message";
import { replayChunks } from "./log/run-log";
import { toCursorText } from "@/lib/engine/records/run-logs";
import { readBrief } from "./stored-brief";
import type { Run } from "./run/run";
import type { StartedTurn } from "./turn/begin-run";

/** What a request for a reply gives: the events to follow, and the stored reply when it is made. */
export type StartedRun = { stream: (onClose?: () => void) => RunStream; reply: Promise<ChatMessage> };

/** What is begun where nothing runs yet; `isTask`: for a plan, whose reply has room in this process. */
export type RunBeginning = { begin: () => Promise<StartedTurn>; isTask?: boolean };

/** Saves the message, starts the reply. The same message again joins its run, or gets the reply it had. */
export async function startOrJoin(
  runtime: Runtime,
  userId: string,
  request: ChatRequest,
  beginning: RunBeginning,
): Promise<StartedRun> {
  const { host, live } = runtime;
  const seat = live.take(userId, request.id, beginning);
  if (seat === null) return joinSame(await live.find(userId, request.id), request);
  let run: Run | null = null;
  let busyWith: string | null = null;
  try {
    if (host.worker.isMemoryShort()) throw createMemoryShort();
    const started = await beginning.begin();
    if (started.kind === "answered") {
      const { reply } = started;
      return {
        stream: (onClose) => replayChunks(toReplayChunks(reply), onClose),
        reply: Promise.resolve(reply),
      };
    }
    if (started.kind === "busy") busyWith = started.runId;
    else run = started.run;
  } finally {
    seat.settle(run);
  }
  if (run !== null) return toStarted(run);
  const key = { userId, conversationId: request.id, runId: busyWith ?? "" };
  return joinOther(runtime, key, request, beginning);
}

function createMemoryShort(): AppError {
  const message = "The server is short of memory and finishes what it has begun. Try again in a moment.";
  return new AppError("overloaded", message, { retryAfter: 10 });
}

/** Another process makes the reply, or died: then this one goes on; the message may be what it answers. */
async function joinOther(
  runtime: Runtime,
  key: RunKey,
  request: ChatRequest,
  beginning: RunBeginning,
): Promise<StartedRun> {
  const { host, live, workers } = runtime;
  const { userId, runId } = key;
  if (!(await workers.ensure(key, beginning))) return startOrJoin(runtime, userId, request, beginning);
  const here = await live.find(userId, request.id);
  const held =
    here === null && request.trigger === "submit-message" ? await host.records.leases.find(runId) : null;
  const brief = held === null ? null : readBrief(held);
  if (held === null || brief === null || brief.record.userMessageId !== toMessageId(request))
    return joinSame(here, request);
  const stream = await followElsewhere(runtime, held);
  const reply = waitForReply(host, key);
  // Not everybody who follows waits for it.
  reply.catch(() => undefined);
  // Nobody counts this one: it was opened before it was asked for.
  return {
    stream(onClose) {
      onClose?.();
      return stream;
    },
    reply,
  };
}

function toMessageId(request: ChatRequest): string | null {
  return request.trigger === "submit-message" ? request.message.id : null;
}

function joinSame(running: Pick<Run, "brief" | "reply"> | null, request: ChatRequest): StartedRun {
  if (running !== null && running.brief.question.id === toMessageId(request)) return toStarted(running);
  throw new AppError("run_active", "A reply is being written in this conversation. Wait for it or stop it.");
}

/** A reply that goes on sends only what is new. */
function toStarted(run: Pick<Run, "brief" | "reply">): StartedRun {
  const options = run.brief.base === null ? {} : { after: toCursorText(baseCursor), withStart: true };
  return { stream: (onClose) => run.reply.log.follow({ ...options, onClose }), reply: run.reply.done };
}
