import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { ConversationReply, ConversationsReply } from "@/lib/protocol/conversations";
import type { RunRecord } from "@/lib/protocol/run-record";
import { createLiveRuns, cutRun, type LiveRun, type LiveRuns } from "./live-run";
import { listConversations, readConversation, type ConversationsQuery, type MessagesQuery } from "./read-conversation";
import { replayChunks } from "./run-log";
import { toReplayChunks } from "./replay-message";
import type { RunDeps } from "./run-deps";
import { startRun } from "./start-run";

export type RunStream = ReadableStream<Uint8Array<ArrayBuffer>>;
/** What a request for a reply gives: the events to follow, and the stored reply when it is made. */
export type StartedRun = { stream: () => RunStream; reply: Promise<ChatMessage> };

export type Runs = ReturnType<typeof createRuns>;

/** Replies that outlive their requests. One at a time in a conversation; everything else about them is in this folder. */
export function createRuns(deps: RunDeps) {
  const live = createLiveRuns();
  return {
    start: (userId: string, request: ChatRequest): Promise<StartedRun> => start(deps, live, userId, request),

    /** The running reply from its first event, then live; `null` when nothing runs. */
    follow: async (userId: string, conversationId: string): Promise<RunStream | null> =>
      (await live.find(userId, conversationId))?.log.follow() ?? null,

    stop: (userId: string, conversationId: string): Promise<void> => stop(live, userId, conversationId),

    getRecord: async (userId: string, runId: string): Promise<RunRecord> =>
      live.findById(userId, runId)?.record ?? deps.runs.get(userId, runId),

    readConversation: (userId: string, conversationId: string, query: MessagesQuery): Promise<ConversationReply> =>
      readConversation(deps, live, userId, conversationId, query),

    listConversations: (userId: string, query: ConversationsQuery): Promise<ConversationsReply> =>
      listConversations(deps, live, userId, query),

    deleteConversation: (userId: string, conversationId: string): Promise<void> => deleteConversation(deps, live, userId, conversationId),

    /** Ends everything that runs for a person in this process; what there is of the replies stays. */
    async endAllOf(userId: string): Promise<void> {
      const running = await live.listOf(userId);
      for (const run of running) cutRun(run, "stopped");
      await Promise.all(running.map((run) => run.done));
    },

    /** Ends every running reply as interrupted, waits until all are stored, and lets none begin any more. */
    async close(): Promise<void> {
      const running = await live.close();
      for (const run of running) cutRun(run, "shutdown");
      await Promise.all(running.map((run) => run.done));
    },
  };
}

/** Saves the message and starts the reply. The same message posted again joins its run, or gets the reply that it had. */
async function start(deps: RunDeps, live: LiveRuns, userId: string, request: ChatRequest): Promise<StartedRun> {
  const seat = live.take(userId, request.id);
  if (seat === null) return joinSame(await live.find(userId, request.id), request);
  let run: LiveRun | null = null;
  try {
    const started = await startRun(deps, userId, request);
    if (started.kind === "answered") return { stream: () => replayChunks(toReplayChunks(started.reply)), reply: Promise.resolve(started.reply) };
    run = started.run;
    return toStarted(run);
  } finally {
    seat.settle(run);
  }
}

function joinSame(running: LiveRun | null, request: ChatRequest): StartedRun {
  if (running !== null && request.trigger === "submit-message" && running.userMessageId === request.message.id) return toStarted(running);
  throw new AppError("run_active", "A reply is being written in this conversation. Wait for it or stop it.");
}

/** Ends the running reply, keeping what it has. Nothing happens when nothing runs. Resolves when it is stored. */
async function stop(live: LiveRuns, userId: string, conversationId: string): Promise<void> {
  const run = await live.find(userId, conversationId);
  if (run === null) return;
  cutRun(run, "stopped");
  await run.done;
}

/** Deletes a conversation with all that hangs on it. A running reply is ended first, and none can begin meanwhile. */
async function deleteConversation(deps: RunDeps, live: LiveRuns, userId: string, conversationId: string): Promise<void> {
  let seat = live.take(userId, conversationId);
  for (; seat === null; seat = live.take(userId, conversationId)) await stop(live, userId, conversationId);
  try {
    await deps.conversations.get(userId, conversationId);
    await deps.files.deleteOfConversation(userId, conversationId);
    await deps.runs.deleteOfConversation(userId, conversationId);
    await deps.evidence.deleteTexts(userId, conversationId);
    await deps.conversations.deleteTree(userId, conversationId);
  } finally {
    seat.settle(null);
  }
}

function toStarted(run: LiveRun): StartedRun {
  return { stream: () => run.log.follow(), reply: run.done };
}
