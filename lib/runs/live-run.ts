import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { RunLog } from "./run-log";

/** What ends a run from outside: a person, its time limit, or the server going down. */
export type RunCut = "stopped" | "time" | "shutdown";

/** A reply being made in this process. */
export type LiveRun = {
  id: string;
  userId: string;
  conversationId: string;
  userMessageId: string;
  messageId: string;
  /** Place of the reply in the conversation. */
  seq: number;
  isFirstTurn: boolean;
  chain: string[];
  settings: AgentSettings;
  options: ChatOptions;
  record: RunRecord;
  /** What it may cost: the settings' budget, or what is left of the person's money. */
  budgetMicroUsd: number;
  isFirstToday: boolean;
  fellBack: boolean;
  /** What a small model made beside the reply, until the reply ends and takes it along. */
  aside: { title: string | null; costMicroUsd: number; isClosed: boolean };
  log: RunLog;
  controller: AbortController;
  cut: RunCut | null;
  /** Resolves with the stored reply; never rejects. */
  done: Promise<ChatMessage>;
};

/** A conversation's place, held from before anything is awaited until what took it is over. */
export type Seat = {
  /** Gives the place to the run until that has ended, or frees it at once with `null`. */
  settle(run: LiveRun | null): void;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs of this process by conversation; a conversation has at most one. */
export function createLiveRuns() {
  const seats = new Map<string, { begun: LiveRun | null; starting: Promise<LiveRun | null> }>();
  let isClosed = false;
  const toKey = (userId: string, conversationId: string) => `${userId}/${conversationId}`;
  return {
    /** Takes the conversation's place; `null` when it is taken. Throws `overloaded` once the server closes. */
    take(userId: string, conversationId: string): Seat | null {
      if (isClosed) throw new AppError("overloaded", "The server is closing. Try again in a moment.", { retryAfter: 5 });
      const key = toKey(userId, conversationId);
      if (seats.has(key)) return null;
      const { promise, resolve } = Promise.withResolvers<LiveRun | null>();
      const place: { begun: LiveRun | null; starting: Promise<LiveRun | null> } = { begun: null, starting: promise };
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
      return [...seats.values()].find(({ begun }) => begun?.userId === userId && begun.id === runId)?.begun ?? null;
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
