import type { Chat } from "@ai-sdk/react";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ConversationApi } from "./conversation-api";
import { notifyConversationChanged } from "./conversation-list";
import { followReply, type JoinOutcome, type ReloadOutcome } from "./follow-reply";
import { readOutcome, type RequestOutcome, type RequestTrace } from "./read-outcome";
import {
  plainProblem,
  type Asked,
  type SessionProblem,
  type SessionState,
  type StateStore,
} from "./session-state";
import type { SteadyMessages } from "./steady-messages";

/** What the reading of a reply works with. `life` ends when the page is left, `trace` is what the chat last told. */
export type SessionParts = {
  chat: Chat<ChatMessage>;
  shown: SteadyMessages;
  api: ConversationApi;
  state: StateStore<SessionState>;
  life: AbortController;
  trace: RequestTrace;
  /** Runs while a lost connection is not told yet. */
  away: ReturnType<typeof setTimeout> | undefined;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** `undo` puts back what the server refused. */
export type ReplyRequest = { asked: Asked; request: () => Promise<void>; undo: () => void };

/** A connection that is back sooner was never away for the person. */
const quietMs = 700;

/** Reads one reply to its end, however often the connection breaks. */
export async function readReply(
  session: SessionParts,
  { asked, request, undo }: ReplyRequest,
): Promise<void> {
  const { chat, state } = session;
  const { signal } = session.life;
  state.set({ phase: "replying", since: Date.now(), progress: null, problem: null });
  const outcome = await attempt(session, request);
  if (outcome.kind === "refused") undo();
  if (mustFollow(outcome)) await follow(session, signal);
  if (outcome.kind === "failed") await reload(session, signal);
  if (outcome.kind === "none" && (await reload(session, signal)) === "running") await follow(session, signal);
  if (signal.aborted) return;
  chat.clearError();
  state.set({
    phase: "idle",
    since: null,
    progress: null,
    problem: toProblem(outcome, asked, chat.messages.at(-1)),
  });
  notifyConversationChanged({ id: chat.id, isRunning: false });
}

/** Reads the running reply from its beginning; what is shown of it stays until there is as much again. */
export async function resumeReply({
  chat,
  shown,
}: {
  chat: Pick<SessionParts["chat"], "resumeStream">;
  shown: SteadyMessages;
}): Promise<void> {
  shown.hold();
  try {
    await chat.resumeStream();
  } finally {
    shown.release();
  }
}

/** The server answers: the connection is there, and a reply comes. */
export function noteConnected(session: SessionParts): void {
  clearTimeout(session.away);
  session.away = undefined;
  if (session.state.get().phase === "reconnecting") session.state.set({ phase: "replying" });
}

function noteAway(session: SessionParts): void {
  session.away ??= setTimeout(() => session.state.set({ phase: "reconnecting" }), quietMs);
}

async function attempt(session: SessionParts, request: () => Promise<void>): Promise<RequestOutcome> {
  session.trace = { finish: null, error: null };
  await request();
  return readOutcome(session.trace);
}

async function follow(session: SessionParts, signal: AbortSignal) {
  const wait = (ms: number) => {
    noteAway(session);
    return session.wait(ms, signal);
  };
  await followReply({ join: () => join(session), reload: () => reload(session, signal), wait, signal });
  noteConnected(session);
}

async function join(session: SessionParts): Promise<JoinOutcome> {
  const before = session.chat.messages;
  const { kind } = await attempt(session, () => resumeReply(session));
  // A connection that brought nothing is no reason to ask again at once.
  if (kind === "cut" && session.chat.messages === before) return "unreachable";
  // How a reply failed, or whether it goes on after a refusal, the conversation tells.
  return kind === "refused" || kind === "failed" ? "none" : kind;
}

/** Takes the conversation as the server has it. */
async function reload({ api, chat, state }: SessionParts, signal: AbortSignal): Promise<ReloadOutcome> {
  const answer = await api.getConversation({ cursor: null }, signal);
  if (answer.ok) {
    const { messages, olderCursor } = mergeNewestPage(chat.messages, state.get().olderCursor, answer.value);
    chat.messages = messages;
    state.set({ olderCursor });
  }
  // A conversation that the server does not know is one whose first message never arrived.
  if (!answer.ok && answer.status === 404) chat.messages = [];
  if (answer.ok) return answer.value.activeRunId === null ? "idle" : "running";
  return answer.status === 404 ? "idle" : "unreachable";
}

/** The newest page is the server's; older messages that were loaded before stay, and so does what was seen of a reply that still runs. */
function mergeNewestPage(shown: ChatMessage[], olderCursor: string | null, page: ConversationReply) {
  const last = shown.at(-1);
  const isUnsaved =
    page.activeRunId !== null &&
    last?.role === "assistant" &&
    !page.messages.some(({ id }) => id === last.id);
  const messages = isUnsaved ? [...page.messages, last] : page.messages;
  const start = shown.findIndex((message) => message.id === page.messages[0]?.id);
  if (start <= 0) return { messages, olderCursor: page.cursor };
  return { messages: [...shown.slice(0, start), ...messages], olderCursor };
}

function mustFollow(outcome: RequestOutcome): boolean {
  if (outcome.kind === "refused") return outcome.problem?.code === "run_active";
  return outcome.kind === "cut" || outcome.kind === "unreachable";
}

/** A reply that tells itself how it ended needs no second word. */
function toProblem(
  outcome: RequestOutcome,
  asked: Asked,
  last: ChatMessage | undefined,
): SessionProblem | null {
  if (outcome.kind === "refused") {
    // Another tab was quicker, and its reply was followed instead.
    if (outcome.problem?.code === "run_active" && (asked === "again" || asked === "continue")) return null;
    const { code = null, detail = null, retryAfter = null } = outcome.problem ?? {};
    return { kind: "refused", asked, code, detail, retryAfter };
  }
  if (outcome.kind === "failed" && last?.metadata?.outcome === undefined) {
    return { ...plainProblem, kind: "failed", asked, detail: outcome.text };
  }
  return null;
}
