import type { Chat } from "@ai-sdk/react";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ConversationApi } from "./conversation-api";
import { notifyConversationChanged } from "./conversation-list";
import { followReply, type JoinOutcome, type ReloadOutcome } from "./follow-reply";
import { readOutcome, type RequestOutcome, type RequestTrace } from "./read-outcome";
import type { SessionProblem, SessionState, StateStore } from "./session-state";

/** What the reading of a reply works with. `life` ends when the page is left, `trace` is what the chat last told. */
export type SessionParts = {
  chat: Chat<ChatMessage>;
  api: ConversationApi;
  state: StateStore<SessionState>;
  life: AbortController;
  trace: RequestTrace;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Reads one reply to its end, however often the connection breaks. `undo` puts back what the server refused. */
export async function readReply(session: SessionParts, request: () => Promise<void>, undo: () => void): Promise<void> {
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
  state.set({ phase: "idle", since: null, progress: null, problem: toProblem(outcome, chat.messages.at(-1)) });
  notifyConversationChanged({ id: chat.id, isRunning: false });
}

async function attempt(session: SessionParts, request: () => Promise<void>): Promise<RequestOutcome> {
  session.trace = { finish: null, error: null };
  await request();
  return readOutcome(session.trace);
}

async function follow(session: SessionParts, signal: AbortSignal) {
  session.state.set({ phase: "reconnecting" });
  await followReply({ join: () => join(session), reload: () => reload(session, signal), wait: session.wait, signal });
}

async function join(session: SessionParts): Promise<JoinOutcome> {
  const before = session.chat.messages;
  const { kind } = await attempt(session, () => session.chat.resumeStream());
  if (kind === "failed") return "ended";
  // A connection that brought nothing is no reason to ask again at once.
  if (kind === "cut" && session.chat.messages === before) return "unreachable";
  return kind === "refused" ? "none" : kind;
}

/** Takes the conversation as the server has it. */
async function reload({ api, chat, state }: SessionParts, signal: AbortSignal): Promise<ReloadOutcome> {
  const answer = await api.getConversation(null, signal);
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

/** The newest page is the server's; older messages that were loaded before stay. */
function mergeNewestPage(shown: ChatMessage[], olderCursor: string | null, page: ConversationReply) {
  const start = shown.findIndex((message) => message.id === page.messages[0]?.id);
  if (start <= 0) return { messages: page.messages, olderCursor: page.cursor };
  return { messages: [...shown.slice(0, start), ...page.messages], olderCursor };
}

function mustFollow(outcome: RequestOutcome): boolean {
  if (outcome.kind === "refused") return outcome.problem?.code === "run_active";
  return outcome.kind === "cut" || outcome.kind === "unreachable";
}

/** A reply that tells itself how it ended needs no second word. */
function toProblem(outcome: RequestOutcome, last: ChatMessage | undefined): SessionProblem | null {
  if (outcome.kind === "refused") return { kind: "refused", code: outcome.problem?.code ?? null, detail: outcome.problem?.detail ?? null };
  if (outcome.kind === "failed" && last?.metadata?.outcome === undefined) return { kind: "failed", code: null, detail: outcome.text };
  return null;
}
