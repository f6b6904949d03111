import { AppError } from "@/lib/errors";
import type { Steer } from "@/lib/data/leases";
import { toPlaceText } from "@/lib/data/run-logs";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import { answerApproval, type ApprovalPlace } from "@/lib/runs/approvals/answer-approval";
import { followElsewhere, followRun, waitForReply, type RunStream } from "@/lib/runs/follow/follow-run";
import { createLiveRuns, cutRun, steerRun, type LiveRun, type LiveRuns } from "@/lib/runs/lease/live-runs";
import { basePlace, readPlan } from "@/lib/runs/state/open-run";
import { createConversationReads, findWorker } from "@/lib/runs/follow/read-conversation";
import { replayChunks, type FollowOptions } from "@/lib/runs/log/run-log";
import { toReplayChunks } from "@/lib/runs/log/replay-message";
import type { RunDeps } from "./ports";
import { startRun } from "@/lib/runs/turn/start";
import { endElsewhere, stopElsewhere } from "@/lib/runs/lease/stop-elsewhere";
import { resumeRun, sweepRuns } from "@/lib/runs/lease/sweep-runs";

/** What a request for a reply gives: the events to follow, and the stored reply when it is made. */
export type StartedRun = { stream: () => RunStream; reply: Promise<ChatMessage> };

export type Runs = ReturnType<typeof createRuns>;

/** Replies that outlive their requests and their processes. One at a time in a conversation; everything else about them is in this folder. */
export function createRuns(given: Omit<RunDeps, "closing">) {
  const closing = new AbortController();
  const deps: RunDeps = { ...given, closing: closing.signal };
  const live = createLiveRuns(deps);
  return {
    start: (userId: string, request: ChatRequest): Promise<StartedRun> => start(deps, live, userId, request),

    /** The running reply from its first event, or behind a place, then live, wherever it is made; `null` when nothing runs. */
    follow: (
      userId: string,
      conversationId: string,
      options: FollowOptions = {},
    ): Promise<RunStream | null> => followRun(deps, live, { userId, conversationId }, options),

    stop: (userId: string, conversationId: string): Promise<void> => stop(deps, live, userId, conversationId),

    /** Words of the person for the running reply. Throws `not_running`. */
    steer: (userId: string, conversationId: string, message: Steer): Promise<void> =>
      steer(deps, live, { userId, conversationId }, message),

    /** The person's answer to a call that waits. Gives the reply when it goes on here. Throws `not_found`, `already_decided` or `invalid_request`. */
    answerApproval: (
      place: ApprovalPlace,
      answer: ApprovalAnswer,
    ): Promise<{ reply: Promise<ChatMessage> } | null> => answerApproval(deps, live, place, answer),

    async getRecord(userId: string, runId: string): Promise<RunRecord> {
      const known = live.findById(userId, runId)?.record ?? (await deps.runs.find(userId, runId));
      if (known !== null) return known;
      const held = await deps.leases.find(runId);
      if (held?.lease.userId === userId) return readPlan(held).record;
      throw new AppError("not_found", "This run does not exist.");
    },

    ...createConversationReads(deps, live),

    deleteConversation: (userId: string, conversationId: string): Promise<void> =>
      deleteConversation(deps, live, userId, conversationId),

    /** Deletes what there is of a conversation, also when its record is gone already. */
    forgetConversation: (userId: string, conversationId: string): Promise<boolean> =>
      forgetConversation(deps, live, userId, conversationId),

    /** Goes on with a run that another process has let go. Gives its end, or `null` when there is nothing to take over. */
    resume: (runId: string): Promise<{ reply: Promise<ChatMessage> } | null> => resumeRun(deps, live, runId),

    /** Takes over what nobody makes any more, and removes what is over. Gives the ends of the replies. */
    sweep: (): Promise<Promise<ChatMessage>[]> => sweepRuns(deps, live),

    /** Ends everything that runs for a person in this process; what there is of the replies stays. */
    async endAllOf(userId: string): Promise<void> {
      const running = await live.listOf(userId);
      for (const run of running) cutRun(run, "stopped");
      await Promise.all(running.map((run) => run.done));
    },

    /** Resolves when this process makes no reply in the conversation, at once or when it ends. */
    async untilIdle(userId: string, conversationId: string): Promise<void> {
      await (
        await live.find(userId, conversationId)
      )?.done;
    },

    /** Lets go of every running reply, for another process or the next start to go on with, and lets none begin any more. */
    async close(): Promise<void> {
      const running = await live.close();
      closing.abort();
      for (const run of running) cutRun(run, "handover");
      await Promise.all(running.map((run) => run.done));
    },
  };
}

/** Saves the message and starts the reply. The same message posted again joins its run, or gets the reply that it had. */
async function start(
  deps: RunDeps,
  live: LiveRuns,
  userId: string,
  request: ChatRequest,
): Promise<StartedRun> {
  const seat = live.take(userId, request.id);
  if (seat === null) return joinSame(await live.find(userId, request.id), request);
  let run: LiveRun | null = null;
  let busyWith: string | null = null;
  try {
    const started = await startRun(deps, userId, request);
    if (started.kind === "answered")
      return {
        stream: () => replayChunks(toReplayChunks(started.reply)),
        reply: Promise.resolve(started.reply),
      };
    if (started.kind === "busy") busyWith = started.runId;
    else run = started.run;
  } finally {
    seat.settle(run);
  }
  return run === null ? joinOther(deps, live, { userId, runId: busyWith ?? "" }, request) : toStarted(run);
}

/** Another process makes a reply in this conversation, or did and is gone: then this one goes on with it, and the message may be the one that it answers. */
async function joinOther(
  deps: RunDeps,
  live: LiveRuns,
  { userId, runId }: { userId: string; runId: string },
  request: ChatRequest,
): Promise<StartedRun> {
  const place = { userId, conversationId: request.id, runId };
  if (!(await findWorker(deps, live, place))) return start(deps, live, userId, request);
  const here = await live.find(userId, request.id);
  const held = here === null && request.trigger === "submit-message" ? await deps.leases.find(runId) : null;
  if (
    held === null ||
    request.trigger !== "submit-message" ||
    readPlan(held).record.userMessageId !== request.message.id
  )
    return joinSame(here, request);
  const stream = await followElsewhere(deps, live, held);
  const reply = waitForReply(deps, place);
  // Not everybody who follows waits for it.
  reply.catch(() => undefined);
  return { stream: () => stream, reply };
}

function joinSame(running: LiveRun | null, request: ChatRequest): StartedRun {
  if (
    running !== null &&
    request.trigger === "submit-message" &&
    running.userMessageId === request.message.id
  )
    return toStarted(running);
  throw new AppError("run_active", "A reply is being written in this conversation. Wait for it or stop it.");
}

type Place = { userId: string; conversationId: string };

/** Ends the running reply wherever it is made, keeping what it has. Nothing happens when nothing runs. Resolves when it is stored. */
async function stop(deps: RunDeps, live: LiveRuns, userId: string, conversationId: string): Promise<void> {
  const run = await live.find(userId, conversationId);
  if (run === null) return stopElsewhere(deps, live, { userId, conversationId });
  cutRun(run, "stopped");
  await run.done;
  // It was just being handed over: the next worker must not go on.
  if (run.cut === "handover" || run.cut === "lost")
    await stopElsewhere(deps, live, { userId, conversationId });
}

async function steer(
  deps: RunDeps,
  live: LiveRuns,
  { userId, conversationId }: Place,
  message: Steer,
): Promise<void> {
  const run = await live.find(userId, conversationId);
  const runId = run?.id ?? (await deps.conversations.find(userId, conversationId))?.activeRunId ?? null;
  const held = runId === null ? null : await deps.leases.find(runId);
  if (held === null || held.lease.endedAt !== null)
    throw new AppError("not_running", "The reply has ended already.");
  // Kept first: another worker may have to read it.
  if (!(await deps.leases.steer(held.runId, message, deps.now())))
    throw new AppError("not_running", "The reply has ended already.");
  if (run !== null) steerRun(run, message);
}

/** Throws `not_found`, when whatever of it there may be is gone. */
async function deleteConversation(
  deps: RunDeps,
  live: LiveRuns,
  userId: string,
  conversationId: string,
): Promise<void> {
  const wasThere = await forgetConversation(deps, live, userId, conversationId);
  if (!wasThere) throw new AppError("not_found", "This conversation does not exist.");
}

/** Deletes a conversation with all that hangs on it, and says whether it was there. A running reply is ended first, and none can begin meanwhile. */
async function forgetConversation(
  deps: RunDeps,
  live: LiveRuns,
  userId: string,
  conversationId: string,
): Promise<boolean> {
  let seat = live.take(userId, conversationId);
  for (; seat === null; seat = live.take(userId, conversationId))
    await stop(deps, live, userId, conversationId);
  try {
    const found = await deps.conversations.find(userId, conversationId);
    const activeRunId = found?.activeRunId ?? null;
    if (activeRunId !== null) await endElsewhere(deps, { userId, conversationId, runId: activeRunId });
    await deps.files.deleteOfConversation(userId, conversationId);
    await deps.runs.deleteOfConversation(userId, conversationId);
    await deps.evidence.deleteTexts(userId, conversationId);
    await deps.conversations.deleteTree(userId, conversationId);
    return found !== null;
  } finally {
    seat.settle(null);
  }
}

/** A reply that goes on sends only what is new. */
function toStarted(run: LiveRun): StartedRun {
  const options = run.base === null ? {} : { after: toPlaceText(basePlace), withStart: true };
  return { stream: () => run.log.follow(options), reply: run.done };
}
