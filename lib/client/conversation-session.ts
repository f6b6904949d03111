import { Chat } from "@ai-sdk/react";
import type { FileUIPart } from "ai";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { continuing, createChatTransport } from "./chat-transport";
import { createConversationApi } from "./conversation-api";
import { notifyConversationChanged } from "./conversation-list";
import { noteConnected, readReply, resumeReply, type ReplyRequest, type SessionParts } from "./session-reply";
import { createSessionState, plainProblem, type SessionState, type StateStore } from "./session-state";
import { createSteadyMessages } from "./steady-messages";
import { waitForConnection } from "./wait";

/** What a person has written and not yet got an answer for. The id stays when it is sent again, so that it is never answered twice. */
export type Draft = { id: string; text: string; files: FileUIPart[] };

export type ConversationSessionOptions = {
  conversationId: string;
  messages: ChatMessage[];
  olderCursor: string | null;
  isRunning: boolean;
  getOptions: () => ChatOptions;
  /** Whether it is in no list and leaves nothing behind. */
  isTemporary?: () => boolean;
  /** Called when the server has taken a message: from then on the conversation has an address. */
  onAccepted: () => void;
  /** Called with what the server did not take: it belongs back into the composer. */
  onReturned: (draft: Draft) => void;
  /** Called when a reply is over, however it ended, after what the server did not take was given back. */
  onSettled?: () => void;
  /** Where the server is; the page's own origin when left out. */
  origin?: string;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type ConversationSession = {
  chat: Chat<ChatMessage>;
  state: StateStore<SessionState>;
  /** What is to be shown. */
  getMessages: () => ChatMessage[];
  /** Tells of new messages, not more often than a page should be drawn. */
  subscribeToMessages: (listener: () => void) => () => void;
  /** Joins the reply that runs, if one does; the returned function leaves it (the reply goes on). */
  open: () => () => void;
  send: (draft: Draft) => Promise<void>;
  /** Writes the named reply anew, or answers the last question when no reply is named. */
  regenerate: (messageId?: string) => Promise<void>;
  /** Lets the newest reply go on from what it has. */
  goOn: () => Promise<void>;
  stop: () => Promise<void>;
  /** Puts a page in front: `limit` messages, or as many as a page has. */
  loadOlder: (limit?: number) => Promise<void>;
  dismissProblem: () => void;
};

/** How often a reply that grows is told of. */
const throttleMs = 50;

/** One conversation as the browser holds it: its messages, the reply being read, and how a lost connection is picked up again. */
export function createConversationSession(
  options: ConversationSessionOptions,
  state = createSessionState(options),
): ConversationSession {
  const session = openParts(options, state);
  const settle = async (reply: Promise<void>) => {
    const { signal } = session.life;
    await reply;
    if (!signal.aborted) options.onSettled?.();
  };
  return {
    chat: session.chat,
    state,
    getMessages: session.shown.get,
    subscribeToMessages: session.shown.subscribe,
    open: () => open(session, settle),
    send: (draft) => settle(send(session, draft, options.onReturned)),
    regenerate: (messageId) => settle(regenerate(session, messageId)),
    goOn: () => settle(goOn(session)),
    stop: () => stop(session),
    loadOlder: (limit) => loadOlder(session, limit),
    dismissProblem: () => session.state.set({ problem: null }),
  };
}

function openParts(options: ConversationSessionOptions, state: StateStore<SessionState>): SessionParts {
  const origin = options.origin ?? "";
  const chat = new Chat<ChatMessage>({
    id: options.conversationId,
    messages: options.messages,
    generateId: () => crypto.randomUUID(),
    transport: createChatTransport({
      origin,
      getOptions: options.getOptions,
      onAccepted: () => onAccepted(session, options),
      onConnected: () => noteConnected(session),
    }),
    onData: (part) => part.type === "data-progress" && state.set({ progress: part.data }),
    onFinish: (finish) => void (session.trace.finish = finish),
    onError: (error) => void (session.trace.error = error),
  });
  const shown = createSteadyMessages({
    get: () => chat.messages,
    subscribe: (listener) => chat["~registerMessagesCallback"](listener, throttleMs),
  });
  const session: SessionParts = {
    ...{
      chat,
      shown,
      state,
      life: new AbortController(),
      trace: { finish: null, error: null },
      away: undefined,
    },
    api: createConversationApi(options.conversationId, origin),
    wait: options.wait ?? waitForConnection,
  };
  return session;
}

function open(session: SessionParts, settle: (reply: Promise<void>) => Promise<void>): () => void {
  const life = new AbortController();
  session.life = life;
  const joining: ReplyRequest = {
    asked: "message",
    request: () => resumeReply(session),
    undo: () => undefined,
  };
  if (session.state.get().phase !== "idle") void settle(readReply(session, joining));
  return () => {
    life.abort();
    clearTimeout(session.away);
    void session.chat.stop();
  };
}

async function send(session: SessionParts, draft: Draft, onReturned: (draft: Draft) => void): Promise<void> {
  const { chat, state } = session;
  const before = chat.messages;
  const text = draft.text === "" ? [] : [{ type: "text" as const, text: draft.text }];
  const message = {
    id: draft.id,
    role: "user" as const,
    parts: [...draft.files, ...text],
    metadata: { createdAt: Date.now() },
  };
  const undo = () => void (chat.messages = before);
  await readReply(session, { asked: "message", request: () => chat.sendMessage(message), undo });
  if (session.life.signal.aborted || chat.messages.some(({ id }) => id === draft.id)) return;
  if (state.get().problem === null) state.set({ problem: { ...plainProblem, kind: "unsent" } });
  onReturned(draft);
}

function onAccepted(
  { chat }: SessionParts,
  { onAccepted: tellOthers, isTemporary }: ConversationSessionOptions,
): void {
  const [first, ...more] = chat.messages;
  const isNew = first?.role === "user" && more.length === 0 && isTemporary?.() !== true;
  notifyConversationChanged({ id: chat.id, isRunning: true, ...(isNew && { title: toFirstTitle(first) }) });
  tellOthers();
}

/** Stands in the list until the server has made a better one. */
function toFirstTitle({ parts }: ChatMessage): string {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
  return text.trim().replace(/\s+/g, " ").slice(0, 60);
}

async function regenerate(session: SessionParts, messageId: string | undefined): Promise<void> {
  const { chat } = session;
  const before = chat.messages;
  await readReply(session, {
    asked: "again",
    request: () => chat.regenerate(messageId === undefined ? {} : { messageId }),
    undo: () => void (chat.messages = before),
  });
}

async function goOn(session: SessionParts): Promise<void> {
  const { chat } = session;
  const before = chat.messages;
  const last = before.at(-1);
  if (last?.role !== "assistant") return;
  // How it ended is not how it ends, and a stream that breaks must not be taken for one that has ended.
  const { outcome, reason, error, startedAt, endedAt, ...kept } = last.metadata ?? {};
  chat.messages = [...before.slice(0, -1), { ...last, metadata: kept }];
  await readReply(session, {
    asked: "continue",
    request: () => chat.sendMessage(undefined, continuing),
    undo: () => void (chat.messages = before),
  });
}

async function stop({ api, life, state }: SessionParts): Promise<void> {
  const answer = await api.stopReply(life.signal);
  if (answer.ok || life.signal.aborted) return;
  const { code = null, detail = null } = answer.problem ?? {};
  state.set({ problem: { ...plainProblem, kind: "not_stopped", code, detail } });
}

async function loadOlder({ api, chat, life, state }: SessionParts, limit: number | undefined): Promise<void> {
  const { olderCursor, isLoadingOlder } = state.get();
  if (olderCursor === null || isLoadingOlder) return;
  state.set({ isLoadingOlder: true });
  const answer = await api.getConversation({ cursor: olderCursor, limit }, life.signal);
  if (life.signal.aborted) return;
  if (answer.ok) {
    chat.messages = [...answer.value.messages, ...chat.messages];
    state.set({ isLoadingOlder: false, olderCursor: answer.value.cursor });
  } else {
    state.set({
      isLoadingOlder: false,
      problem: { ...plainProblem, kind: "not_loaded", code: answer.problem?.code ?? null },
    });
  }
}
