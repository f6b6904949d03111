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
  log: RunLog;
  controller: AbortController;
  cut: RunCut | null;
  /** Resolves with the stored reply; never rejects. */
  done: Promise<ChatMessage>;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs of this process by conversation; a conversation has at most one. A place is taken before anything is awaited. */
export function createLiveRuns() {
  const places = new Map<string, LiveRun | null>();
  const toKey = (userId: string, conversationId: string) => `${userId}/${conversationId}`;
  return {
    /** Takes the conversation's place; false when it is taken. */
    reserve(userId: string, conversationId: string): boolean {
      const key = toKey(userId, conversationId);
      if (places.has(key)) return false;
      places.set(key, null);
      return true;
    },
    enter(run: LiveRun): void {
      places.set(toKey(run.userId, run.conversationId), run);
    },
    leave(userId: string, conversationId: string): void {
      places.delete(toKey(userId, conversationId));
    },
    /** `null` when nothing runs there, or when it has not begun yet. */
    find(userId: string, conversationId: string): LiveRun | null {
      return places.get(toKey(userId, conversationId)) ?? null;
    },
    has(userId: string, conversationId: string): boolean {
      return places.has(toKey(userId, conversationId));
    },
    list(): LiveRun[] {
      return [...places.values()].filter((run) => run !== null);
    },
  };
}

export function cutRun(run: LiveRun, cut: RunCut): void {
  run.cut ??= cut;
  run.controller.abort();
}
