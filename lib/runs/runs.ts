import type { Steer } from "@/lib/data/leases";
import { toCursorText } from "@/lib/data/run-logs";
import { AppError } from "@/lib/errors";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ApprovalAnswers, ChatRequest } from "@/lib/protocol/chat-request";
import type { ConversationReply, ConversationsQuery, ConversationsReply } from "@/lib/protocol/conversations";
import type { RunRecord } from "@/lib/protocol/run-record";
import { keepApprovalAnswer, type ApprovalKey } from "./approvals/answer-approval";
import { followElsewhere, followRun, waitForReply, type RunStream } from "./follow/follow-run";
import { readConversation } from "./follow/read-conversation";
import { createConversationSearch } from "./follow/search-conversations";
import { createLiveRuns, type ConversationKey, type LiveRuns } from "./lease/live-runs";
import { endElsewhere, stopElsewhere } from "./lease/stop-elsewhere";
import { createWorkers, type TakenRun, type Workers } from "./lease/workers";
import { baseCursor, toReplayChunks } from "./log/replay-message";
import { replayChunks, type FollowOptions } from "./log/run-log";
import type { RunDeps } from "./ports";
import { readPlan } from "./state/plan";
import type { RunState } from "./state/run-state";
import { recoverRun } from "./turn/recover";
import { startRun } from "./turn/start";

/** What a request for a reply gives: the events to follow, and the stored reply when it is made. */
export type StartedRun = { stream: (onClose?: () => void) => RunStream; reply: Promise<ChatMessage> };

export type Runs = ReturnType<typeof createRuns>;

type House = { deps: RunDeps; live: LiveRuns; workers: Workers };

/** Replies that outlive their requests and their processes, one at a time in a conversation. */
export function createRuns(given: Omit<RunDeps, "closing">) {
  const closing = new AbortController();
  const deps: RunDeps = { ...given, closing: closing.signal };
  const live = createLiveRuns(deps);
  const workers = createWorkers(deps, live, (run) => recoverRun(deps, live, run));
  const house = { deps, live, workers };
  return {
    start: (userId: string, request: ChatRequest): Promise<StartedRun> => start(house, userId, request),
    ...createRunCommands(house),
    ...createReads(house),
    /** Goes on with a released run. Gives its end, or `null` when there is nothing to take over. */
    resume: workers.resume,
    /** Takes over what nobody makes any more, and removes what is over. Gives the ends of the replies. */
    sweep: workers.sweep,

    /** Ends everything that runs for a person in this process; what there is of the replies stays. */
    endAllOf: async (userId: string): Promise<void> => cutAll(await live.listOf(userId), "stopped"),

    /** Resolves when this process makes no reply in the conversation, at once or when it ends. */
    async untilIdle(userId: string, conversationId: string): Promise<void> {
      const run = await live.find(userId, conversationId);
      await run?.done;
    },

    /** Releases every reply for another process or the next start to go on with, and lets none begin. */
    async close(): Promise<void> {
      const running = await live.close();
      closing.abort();
      await cutAll(running, "handover");
    },
  };
}

/** What a person says to a running reply, and does with its conversation. */
function createRunCommands(house: House) {
  const { deps, live, workers } = house;
  return {
    stop: (userId: string, conversationId: string): Promise<void> => stop(house, { userId, conversationId }),

    /** Words of the person for the running reply. Throws `not_running`. */
    steer: (userId: string, conversationId: string, message: Steer): Promise<void> =>
      steer(house, { userId, conversationId }, message),

    /** Gives the reply when it goes on here. Throws `not_found`, `already_decided` or `invalid_request`. */
    async answerApproval(key: ApprovalKey, answer: ApprovalAnswer): Promise<TakenRun | null> {
      const run = await answerApproval(house, key, answer);
      return run === null ? null : { reply: run.done };
    },

    /**
     * The person's answers to all calls that wait. Gives what is new of the reply, which goes on with the
     * last of them. Throws as `answerApproval` does, and `not_running`.
     */
    answerAll: (userId: string, request: ApprovalAnswers): Promise<StartedRun> =>
      answerAll(house, { userId, conversationId: request.id }, request.answers),

    /** Throws `not_found`, when whatever of it there may be is gone. */
    async deleteConversation(userId: string, conversationId: string): Promise<void> {
      if (!(await forgetConversation(house, { userId, conversationId })))
        throw new AppError("not_found", "This conversation does not exist.");
    },

    /** Also deletes what is left when the record is gone already; says whether that was there. */
    forgetConversation: (userId: string, conversationId: string): Promise<boolean> =>
      forgetConversation(house, { userId, conversationId }),

    /** From the first event or behind a position, then live, wherever it is made; `null`: nothing runs. */
    follow: (
      userId: string,
      conversationId: string,
      options: FollowOptions = {},
    ): Promise<RunStream | null> => followRun(deps, live, workers, { userId, conversationId }, options),
  };
}

/** What a person reads of their conversations. */
function createReads({ deps, live, workers }: House) {
  return {
    async getRecord(userId: string, runId: string): Promise<RunRecord> {
      const known = live.findById(userId, runId)?.record ?? (await deps.runs.find(userId, runId));
      if (known !== null) return known;
      const held = await deps.leases.find(runId);
      const plan = held?.lease.userId === userId ? readPlan(held) : null;
      if (plan !== null) return plan.record;
      throw new AppError("not_found", "This run does not exist.");
    },
    readConversation: (
      userId: string,
      conversationId: string,
      query: { cursor?: number | undefined; limit: number },
    ): Promise<ConversationReply> => readConversation(deps, live, workers, { userId, conversationId }, query),
    listConversations: (userId: string, query: ConversationsQuery): Promise<ConversationsReply> =>
      deps.conversations.list(userId, query),
    searchConversations: createConversationSearch(deps),
  };
}

async function cutAll(running: readonly RunState[], cause: "stopped" | "handover"): Promise<void> {
  for (const run of running) run.cut.cut(cause);
  await Promise.all(running.map((run) => run.done));
}

/** Saves the message, starts the reply. The same message again joins its run, or gets the reply it had. */
async function start(house: House, userId: string, request: ChatRequest): Promise<StartedRun> {
  const { deps, live } = house;
  const seat = live.take(userId, request.id);
  if (seat === null) return joinSame(await live.find(userId, request.id), request);
  let run: RunState | null = null;
  let busyWith: string | null = null;
  try {
    if (deps.isMemoryShort()) throw createMemoryShort();
    const started = await startRun(deps, userId, request);
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
  return run === null ? joinOther(house, userId, busyWith ?? "", request) : toStarted(run);
}

function createMemoryShort(): AppError {
  const message = "The server is short of memory and finishes what it has begun. Try again in a moment.";
  return new AppError("overloaded", message, { retryAfter: 10 });
}

/** Another process makes the reply, or died: then this one goes on; the message may be what it answers. */
async function joinOther(
  house: House,
  userId: string,
  runId: string,
  request: ChatRequest,
): Promise<StartedRun> {
  const { deps, live, workers } = house;
  const key = { userId, conversationId: request.id, runId };
  if (!(await workers.ensure(key))) return start(house, userId, request);
  const here = await live.find(userId, request.id);
  const held = here === null && request.trigger === "submit-message" ? await deps.leases.find(runId) : null;
  const plan = held === null ? null : readPlan(held);
  if (held === null || plan === null || plan.record.userMessageId !== toMessageId(request))
    return joinSame(here, request);
  const stream = await followElsewhere(deps, workers, held);
  const reply = waitForReply(deps, key);
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

function joinSame(running: RunState | null, request: ChatRequest): StartedRun {
  if (running !== null && running.userMessageId === toMessageId(request)) return toStarted(running);
  throw new AppError("run_active", "A reply is being written in this conversation. Wait for it or stop it.");
}

/** A reply that goes on sends only what is new. */
function toStarted(run: RunState): StartedRun {
  const options = run.base === null ? {} : { after: toCursorText(baseCursor), withStart: true };
  return { stream: (onClose) => run.log.follow({ ...options, onClose }), reply: run.done };
}

/** Ends the running reply, if any, wherever it is made, keeping what it has. Resolves when it is stored. */
async function stop({ deps, live, workers }: House, key: ConversationKey): Promise<void> {
  const run = await live.find(key.userId, key.conversationId);
  if (run !== null) {
    run.cut.cut("stopped");
    await run.done;
  }
  // Where it was just being handed over, the next worker must not go on.
  if (run === null || run.cut.isElsewhere()) await stopElsewhere(deps, live, workers, key);
}

/** Gives the run when it goes on here. */
async function answerApproval(
  { deps, live }: House,
  key: ApprovalKey,
  answer: ApprovalAnswer,
): Promise<RunState | null> {
  const { userId, conversationId } = key;
  const runId = await keepApprovalAnswer(deps, await live.find(userId, conversationId), key, answer);
  if (runId === null) return null;
  try {
    return await recoverRun(deps, live, { userId, conversationId, runId });
  } catch (error) {
    // The answer is kept: whoever looks next goes on with the run.
    deps.log.warn("run_not_taken_over", { runId, error });
    return null;
  }
}

async function answerAll(
  house: House,
  key: ConversationKey,
  answers: ApprovalAnswers["answers"],
): Promise<StartedRun> {
  const { deps, live, workers } = house;
  const { activeRunId: runId } = await deps.conversations.get(key.userId, key.conversationId);
  if (runId === null) throw new AppError("not_running", "The reply has ended already.");
  // Whoever answers has seen what the log holds now.
  const seen = (await deps.runLogs.read(runId)).at(-1);
  const options = { after: toCursorText(seen ?? baseCursor), withStart: true };
  let run: RunState | null = null;
  for (const { approvalId, approved } of answers)
    run = await answerApproval(house, { ...key, approvalId }, { decision: approved ? "approve" : "deny" });
  if (run !== null) return { stream: () => run.log.follow(options), reply: run.done };
  const stream = await followRun(deps, live, workers, key, options);
  if (stream === null) throw new AppError("not_running", "The reply has ended already.");
  const reply = waitForReply(deps, { ...key, runId });
  reply.catch(() => undefined);
  return { stream: () => stream, reply };
}

async function steer(
  { deps, live }: House,
  { userId, conversationId }: ConversationKey,
  message: Steer,
): Promise<void> {
  const run = await live.find(userId, conversationId);
  const runId = run?.id ?? (await deps.conversations.find(userId, conversationId))?.activeRunId ?? null;
  const held = runId === null ? null : await deps.leases.find(runId);
  // Kept first: another worker may have to read it.
  const isKept =
    held !== null &&
    held.lease.endedAt === null &&
    (await deps.leases.steer(held.runId, message, deps.now()));
  if (!isKept) throw new AppError("not_running", "The reply has ended already.");
  run?.steering.add(message);
}

/** Deletes all that hangs on it. A running reply is ended first, and none can begin meanwhile. */
async function forgetConversation(house: House, key: ConversationKey): Promise<boolean> {
  const { deps, live } = house;
  const { userId, conversationId } = key;
  let seat = live.take(userId, conversationId);
  for (; seat === null; seat = live.take(userId, conversationId)) await stop(house, key);
  try {
    const found = await deps.conversations.find(userId, conversationId);
    const runId = found?.activeRunId ?? null;
    if (runId !== null) await endElsewhere(deps, { ...key, runId });
    await deps.files.deleteOfConversation(userId, conversationId);
    if (found?.hasFiles !== false) await deps.sentFiles.deleteOfConversation(userId, conversationId);
    await deps.runs.deleteOfConversation(userId, conversationId);
    await deps.evidence.deleteTexts(userId, conversationId);
    await deps.conversations.deleteTree(userId, conversationId);
    return found !== null;
  } finally {
    seat.settle(null);
  }
}
