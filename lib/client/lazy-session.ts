import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationSession, ConversationSessionOptions, Draft } from "./conversation-session";
import { createSessionState, plainProblem, type SessionState, type StateStore } from "./session-state";
import { untilIdle } from "./until-idle";
import { waitForConnection } from "./wait";

/** A session whose code is fetched when the page is idle, or at once when it is needed: a page can be written in without it. */
export type LazySession = Pick<
  ConversationSession,
  "open" | "send" | "regenerate" | "goOn" | "stop" | "loadOlder" | "dismissProblem"
> & {
  state: StateStore<SessionState>;
  getMessages: () => ChatMessage[];
  subscribeToMessages: (listener: () => void) => () => void;
};

type Parts = {
  state: StateStore<SessionState>;
  find: () => ConversationSession | null;
  /** Rejects when the code cannot be fetched; the next call tries again. */
  load: () => Promise<ConversationSession>;
};

const retryMs = 2_000;

export function createLazySession(options: ConversationSessionOptions): LazySession {
  const state = createSessionState(options);
  const listeners = new Set<() => void>();
  let session: ConversationSession | null = null;
  let loading: Promise<ConversationSession> | null = null;
  let leave: (() => void) | null = null;
  let isOpen = false;

  const load = async (): Promise<ConversationSession> => {
    const { createConversationSession } = await import("./conversation-session");
    session = createConversationSession(options, state);
    session.subscribeToMessages(() => listeners.forEach((listener) => listener()));
    if (isOpen) leave = session.open();
    return session;
  };
  const loadOnce = async (): Promise<ConversationSession> => {
    try {
      return await (loading ??= load());
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  const parts: Parts = { state, find: () => session, load: loadOnce };
  return {
    state,
    getMessages: () => session?.getMessages() ?? options.messages,
    subscribeToMessages(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open() {
      const life = new AbortController();
      isOpen = true;
      if (session === null) void loadAhead(parts, life.signal);
      else leave = session.open();
      return () => {
        life.abort();
        isOpen = false;
        leave?.();
        leave = null;
      };
    },
    send: (draft) => send(parts, draft, options.onReturned),
    regenerate: (messageId) => act(parts, (loaded) => loaded.regenerate(messageId)),
    goOn: () => act(parts, (loaded) => loaded.goOn()),
    stop: () => act(parts, (loaded) => loaded.stop()),
    loadOlder: (limit) => act(parts, (loaded) => loaded.loadOlder(limit)),
    dismissProblem: () => state.set({ problem: null }),
  };
}

/** A reply that runs is joined at once, and asked for again until it can be. */
async function loadAhead({ state, load }: Parts, signal: AbortSignal): Promise<void> {
  const isNeeded = state.get().phase !== "idle";
  if (!isNeeded) await untilIdle(signal);
  while (!signal.aborted) {
    try {
      return void (await load());
    } catch {
      if (!isNeeded) return;
      state.set({ phase: "reconnecting" });
      await waitForConnection(retryMs, signal);
    }
  }
}

/** Without the code nothing was sent: the draft goes back. */
async function send(
  { state, find, load }: Parts,
  draft: Draft,
  onReturned: (draft: Draft) => void,
): Promise<void> {
  try {
    const session = find() ?? (await load());
    await session.send(draft);
  } catch (error) {
    if (find() !== null) throw error;
    state.set({ problem: { ...plainProblem, kind: "unsent" } });
    onReturned(draft);
  }
}

async function act(
  { state, find, load }: Parts,
  action: (session: ConversationSession) => Promise<void>,
): Promise<void> {
  try {
    await action(find() ?? (await load()));
  } catch (error) {
    if (find() !== null) throw error;
    state.set({ problem: { ...plainProblem, kind: "not_loaded" } });
  }
}
