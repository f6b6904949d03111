import { AppError } from "@/lib/errors";
import type { Steer } from "@/lib/data/leases";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { LogWriter } from "@/lib/runs/log/log-writer";
import type { RunLog } from "@/lib/runs/log/run-log";

/**
 * What ends a run from outside: a person, its time limit, or its worker's end, after which another worker goes on; `lost`: one does
 * already.
 */
export type RunCut = "stopped" | "time" | "handover" | "lost";

/** What a worker needs to make a reply; kept with the lease, so that any can. */
export type RunPlan = {
  record: RunRecord;
  options: ChatOptions;
  chain: string[];
  /** Place of the reply in the conversation. */
  seq: number;
  isFirstTurn: boolean;
  isFirstToday: boolean;
  /** A summary may reach up to it. */
  summarisedSeq: number;
  isTemporary: boolean;
  /** The reply goes on from what it had when it was cut short before. */
  isContinued: boolean;
  /** What it may cost: the settings' budget, or what is left of the person's money. */
  budgetMicroUsd: number;
};

/** A reply being made in this process. */
export type LiveRun = Omit<RunPlan, "isContinued"> & {
  id: string;
  userId: string;
  conversationId: string;
  userMessageId: string;
  messageId: string;
  /** Which of the run's workers this is; the first is 1. */
  epoch: number;
  settings: AgentSettings;
  /** The reply as it was before, when it goes on from there. */
  base: ChatMessage | null;
  /** How many of the log's events are those of the reply as it was before. */
  baseLength: number;
  userMessage: ChatMessage;
  fellBack: boolean;
  /** What a small model made beside the reply, until the reply ends and takes it along. */
  aside: { title: string | null; costMicroUsd: number; isClosed: boolean };
  log: RunLog;
  writer: LogWriter;
  steering: RunSteering;
  controller: AbortController;
  cut: RunCut | null;
  /** It is to be handed over at the end of its step. */
  isLeaving: boolean;
  /** Resolves with the reply: as it is stored, or as far as this worker got. Never rejects. */
  done: Promise<ChatMessage>;
};

/** The person's words for the running reply. `deliver` hands one to the step that comes next, once there is a loop to hand it to. */
export type RunSteering = { known: Set<string>; waiting: Steer[]; deliver: ((steer: Steer) => void) | null };

/** A conversation's place, held from before anything is awaited until what took it is over. */
export type Seat = {
  /** Gives the place to the run until that has ended, or frees it at once with `null`. */
  settle(run: LiveRun | null): void;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

const busyWaitSeconds = 5;

/** The runs of this process by conversation; a conversation has at most one, the process at most `maxRuns`. */
export function createLiveRuns({ maxRuns }: { maxRuns: number }) {
  const seats = new Map<string, { begun: LiveRun | null; starting: Promise<LiveRun | null> }>();
  let isClosed = false;
  const toKey = (userId: string, conversationId: string) => `${userId}/${conversationId}`;
  return {
    /** Takes the conversation's place; `null` when it is taken. Throws `overloaded` when there is room for no more, or the server closes. */
    take(userId: string, conversationId: string): Seat | null {
      if (isClosed)
        throw new AppError("overloaded", "The server is closing. Try again in a moment.", {
          retryAfter: busyWaitSeconds,
        });
      const key = toKey(userId, conversationId);
      if (seats.has(key)) return null;
      if (seats.size >= maxRuns)
        throw new AppError(
          "overloaded",
          "The server writes as many replies as it can. Try again in a moment.",
          { retryAfter: busyWaitSeconds },
        );
      const { promise, resolve } = Promise.withResolvers<LiveRun | null>();
      const place: { begun: LiveRun | null; starting: Promise<LiveRun | null> } = {
        begun: null,
        starting: promise,
      };
      seats.set(key, place);
      return {
        settle(run) {
          place.begun = run;
          if (run === null) seats.delete(key);
          else void run.done.finally(() => seats.delete(key));
          resolve(run);
        },
      };
    },
    /** The conversation's run, also one that is only beginning: then it is waited for. `null` when nothing runs there. */
    async find(userId: string, conversationId: string): Promise<LiveRun | null> {
      return (await seats.get(toKey(userId, conversationId))?.starting) ?? null;
    },
    has(userId: string, conversationId: string): boolean {
      return seats.has(toKey(userId, conversationId));
    },
    /** What runs for a person, or is beginning. */
    async listOf(userId: string): Promise<LiveRun[]> {
      const own = [...seats.entries()].filter(([key]) => key.startsWith(`${userId}/`));
      const runs = await Promise.all(own.map(([, { starting }]) => starting));
      return runs.filter((run) => run !== null);
    },
    findById(userId: string, runId: string): LiveRun | null {
      return (
        [...seats.values()].find(({ begun }) => begun?.userId === userId && begun.id === runId)?.begun ?? null
      );
    },
    /** Lets nothing more begin, and gives everything that runs or was beginning. */
    async close(): Promise<LiveRun[]> {
      isClosed = true;
      const runs = await Promise.all([...seats.values()].map(({ starting }) => starting));
      return runs.filter((run) => run !== null);
    },
  };
}

export function cutRun(run: LiveRun, cut: RunCut): void {
  run.cut ??= cut;
  run.controller.abort();
}

/** Gives the person's words to the running reply, each once. */
export function steerRun({ steering }: LiveRun, steer: Steer): void {
  if (steering.known.has(steer.id)) return;
  steering.known.add(steer.id);
  steering.waiting.push(steer);
  steering.deliver?.(steer);
}
