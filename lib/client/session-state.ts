import type { ProgressData } from "@/lib/protocol/chat-message";

export type SessionPhase = "idle" | "replying" | "reconnecting";

/** What was asked of the server: a message from the composer or out of the queue, a reply written anew, or one that goes on. */
export type Asked = "message" | "queued" | "again" | "continue";

/** What the person is told in the conversation. `detail` is the server's own sentence where there is one. */
export type SessionProblem = {
  kind: "refused" | "unsent" | "failed" | "not_stopped" | "not_loaded";
  asked: Asked;
  code: string | null;
  detail: string | null;
  /** Seconds after which trying again makes sense. */
  retryAfter: number | null;
};

/** A problem about a message as far as nothing more is known. */
export const plainProblem: Omit<SessionProblem, "kind"> = {
  asked: "message",
  code: null,
  detail: null,
  retryAfter: null,
};

export type SessionState = {
  phase: SessionPhase;
  /** Milliseconds since 1970 at which this page began to wait for the reply. */
  since: number | null;
  progress: ProgressData | null;
  problem: SessionProblem | null;
  olderCursor: string | null;
  isLoadingOlder: boolean;
};

export type StateStore<STATE> = {
  get: () => STATE;
  set: (change: Partial<STATE>) => void;
  subscribe: (listener: () => void) => () => void;
};

/** How a conversation begins on a page. */
export function createSessionState({
  isRunning,
  olderCursor,
}: {
  isRunning: boolean;
  olderCursor: string | null;
}): StateStore<SessionState> {
  return createStateStore<SessionState>({
    phase: isRunning ? "replying" : "idle",
    since: null,
    progress: null,
    problem: null,
    olderCursor,
    isLoadingOlder: false,
  });
}

export function createStateStore<STATE extends object>(initial: STATE): StateStore<STATE> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
