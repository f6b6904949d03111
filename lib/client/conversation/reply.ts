import { AbstractChat, type ChatState } from "ai";
import { notifyConversationChanged } from "@/lib/client/conversation-list";
import { waitForConnection } from "@/lib/client/wait";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import { followReply, type JoinOutcome, type ReloadOutcome } from "./follow";
import type { MessageBuffer } from "./messages";
import { readOutcome, toProblem, type RequestOutcome, type RequestTrace } from "./outcome";
import { findPieces } from "@/lib/protocol/message-text";
import { plainProblem, type Asked, type ConversationContext, type Draft, type ReplyReader } from "./state";
import { continuing, createChatTransport } from "./transport";

/** `trace` is what the chat told last; `awayTimer` runs while a lost connection is not shown yet. */
type Session = ConversationContext & {
  trace: RequestTrace;
  awayTimer: ReturnType<typeof setTimeout> | undefined;
};

/** The AI SDK's chat, whose state is the message buffer. */
class BufferedChat extends AbstractChat<ChatMessage> {}

/** A connection that is back sooner was never away for the person. */
const quietMs = 700;

/** Reads each reply to its end, however often the connection breaks. */
export function createReplyReader(context: ConversationContext): ReplyReader {
  const session: Session = { ...context, trace: { finish: null, error: null }, awayTimer: undefined };
  const chat = openChat(session);
  const read = async (asked: Asked, request: () => Promise<void>, afterwards = () => {}) => {
    const signal = session.signal();
    await readReply(session, chat, asked, request);
    if (signal.aborted) return;
    afterwards();
    session.onSettled();
  };
  return {
    send: (draft) =>
      read(
        "message",
        () =>
          chat.sendMessage(toMessage(draft, session.buffer.get().at(-1)?.id ?? null), {
            body: { options: draft.options ?? {} },
          }),
        () => giveBack(session, draft),
      ),
    async edit(messageId, draft) {
      const before = session.buffer.get();
      const at = before.findIndex(({ id }) => id === messageId);
      if (at === -1) return;
      const parentId = before[at]?.metadata?.parentId ?? before[at - 1]?.id ?? null;
      session.buffer.set(before.slice(0, at));
      await read(
        "message",
        () => chat.sendMessage(toMessage(draft, parentId)),
        () => keepEdited(session, { before, messageId }, draft),
      );
    },
    regenerate: (messageId, options) =>
      read("again", () =>
        chat.regenerate({ ...(messageId !== undefined && { messageId }), body: { options: options ?? {} } }),
      ),
    async continueReply() {
      const last = session.buffer.get().at(-1);
      if (last?.role === "assistant") await read("continue", () => continueReply(session, chat, last));
    },
    join: () => read("message", () => resumeReply(chat, session.buffer)),
    leave() {
      clearTimeout(session.awayTimer);
      session.awayTimer = undefined;
      void chat.stop();
    },
  };
}

function openChat(session: Session): BufferedChat {
  const { options, setState } = session;
  return new BufferedChat({
    id: options.conversationId,
    state: toChatState(session.buffer),
    generateId: () => crypto.randomUUID(),
    transport: createChatTransport({
      origin: options.origin ?? "",
      getOptions: options.getOptions,
      onAccepted: () => onAccepted(session),
      onConnected: () => noteConnected(session),
    }),
    onData: (part) =>
      part.type === "data-progress" && part.data.status === "started" && setState({ progress: part.data }),
    onFinish: (finish) => void (session.trace.finish = finish),
    onError: (error) => void (session.trace.error = error),
  });
}

function toChatState(buffer: MessageBuffer): ChatState<ChatMessage> {
  return {
    status: "ready",
    error: undefined,
    get messages() {
      return buffer.get();
    },
    set messages(messages) {
      buffer.set(messages);
    },
    pushMessage: (message) => buffer.set([...buffer.get(), message]),
    popMessage: () => buffer.set(buffer.get().slice(0, -1)),
    // The chat goes on changing its own copy.
    replaceMessage: (index, { metadata, ...message }) =>
      buffer.replace(index, {
        ...message,
        parts: message.parts.map((part) => ({ ...part })),
        ...(metadata !== undefined && { metadata: structuredClone(metadata) }),
      }),
    snapshot: (value) => structuredClone(value),
  };
}

/** No list of what was pasted leaves it to the server to tell by the text's form. */
function toMessage({ id, text, files, pasted, mentions = [] }: Draft, parentId: string | null): ChatMessage {
  const words = text === "" ? [] : [{ type: "text" as const, text }];
  const found = pasted === undefined ? {} : { pasted: findPieces(text, pasted).slice(0, mostPasted) };
  const pointing = mentions.length > 0 && { mentions: [...mentions] };
  const metadata = { createdAt: Date.now(), parentId, ...found, ...pointing };
  return { id, role: "user", parts: [...files, ...words], metadata };
}

/** What the server did not take of a changed question is opened again, with what was there before. */
function keepEdited(
  { buffer, tree, getState, setState }: Session,
  { before, messageId }: { before: ChatMessage[]; messageId: string },
  draft: Draft,
): void {
  if (buffer.get().some(({ id }) => id === draft.id)) return;
  tree.forget(draft.id);
  buffer.set(before);
  setState({ editing: { messageId, text: draft.text } });
  if (getState().problem === null) setState({ problem: { ...plainProblem, kind: "unsent" } });
}

/** Returns a draft that the conversation does not have although its reply is over. */
function giveBack({ buffer, tree, getState, setState, onReturned }: Session, draft: Draft): void {
  if (buffer.get().some(({ id }) => id === draft.id)) return;
  tree.forget(draft.id);
  if (getState().problem === null) setState({ problem: { ...plainProblem, kind: "unsent" } });
  onReturned(draft);
}

function onAccepted({ options, buffer, onAccepted: tellOthers }: Session): void {
  const [first, ...more] = buffer.get();
  const isNew = first?.role === "user" && more.length === 0 && options.isTemporary?.() !== true;
  notifyConversationChanged({
    id: options.conversationId,
    isRunning: true,
    ...(isNew && { title: toFirstTitle(first) }),
  });
  tellOthers();
}

/** As many as the server takes. */
const mostPasted = 100;

/** Stands in the list until the server has made a better one. */
function toFirstTitle({ parts }: ChatMessage): string {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
  return text.trim().replace(/\s+/g, " ").slice(0, 60);
}

async function continueReply({ buffer }: Session, chat: BufferedChat, last: ChatMessage): Promise<void> {
  // How it ended is not how it ends, and a stream that breaks must not be taken for one that has ended.
  const { outcome, reason, detail, error, retryAt, startedAt, endedAt, ...kept } = last.metadata ?? {};
  buffer.set([...buffer.get().slice(0, -1), { ...last, metadata: kept }]);
  await chat.sendMessage(undefined, continuing);
}

async function readReply(
  session: Session,
  chat: BufferedChat,
  asked: Asked,
  request: () => Promise<void>,
): Promise<void> {
  const { buffer, options, setState } = session;
  const signal = session.signal();
  const before = buffer.get();
  setState({ phase: "replying", since: Date.now(), progress: null, problem: null });
  const outcome = await attempt(session, request);
  if (outcome.kind === "refused") buffer.set(before);
  if (mustFollow(outcome)) await follow(session, chat, signal);
  const isGone = outcome.kind === "refused" && outcome.problem?.code === "not_found";
  if (outcome.kind === "failed" || isGone) await reload(session, signal);
  if (outcome.kind === "none" && (await reload(session, signal)) === "running")
    await follow(session, chat, signal);
  if (signal.aborted) return;
  chat.clearError();
  buffer.flush();
  const problem = toProblem(outcome, asked, buffer.get().at(-1));
  setState({ phase: "idle", since: null, progress: null, problem });
  notifyConversationChanged({ id: options.conversationId, isRunning: false });
}

function mustFollow(outcome: RequestOutcome): boolean {
  if (outcome.kind === "refused") return outcome.problem?.code === "run_active";
  return outcome.kind === "cut" || outcome.kind === "unreachable";
}

async function attempt(session: Session, request: () => Promise<void>): Promise<RequestOutcome> {
  session.trace = { finish: null, error: null };
  await request();
  return readOutcome(session.trace);
}

async function follow(session: Session, chat: BufferedChat, signal: AbortSignal): Promise<void> {
  const wait = (ms: number) => {
    session.awayTimer ??= setTimeout(() => session.setState({ phase: "reconnecting" }), quietMs);
    return (session.options.wait ?? waitForConnection)(ms, signal);
  };
  await followReply({
    join: () => join(session, chat),
    reload: () => reload(session, signal),
    ...{ wait, signal },
  });
  noteConnected(session);
}

/** The server answers: the connection is there, and a reply comes. */
function noteConnected(session: Session): void {
  clearTimeout(session.awayTimer);
  session.awayTimer = undefined;
  if (session.getState().phase === "reconnecting") session.setState({ phase: "replying" });
}

async function join(session: Session, chat: BufferedChat): Promise<JoinOutcome> {
  const before = session.buffer.get();
  const { kind } = await attempt(session, () => resumeReply(chat, session.buffer));
  // A connection that brought nothing is no reason to ask again at once.
  if (kind === "cut" && session.buffer.get() === before) return "unreachable";
  // How a reply failed, or whether it goes on after a refusal, the conversation tells.
  return kind === "refused" || kind === "failed" ? "none" : kind;
}

/** Reads the running reply from its beginning; what is shown of it stays until there is as much again. */
export async function resumeReply(
  chat: Pick<BufferedChat, "resumeStream">,
  buffer: Pick<MessageBuffer, "hold" | "release">,
): Promise<void> {
  buffer.hold();
  try {
    await chat.resumeStream();
  } finally {
    buffer.release();
  }
}

/** Takes the conversation as the server has it. */
async function reload(
  { api, buffer, tree, getState, setState }: Session,
  signal: AbortSignal,
): Promise<ReloadOutcome> {
  const answer = await api.getConversation({ cursor: null }, signal);
  if (answer.ok) {
    tree.addOthers(answer.value.others);
    const { messages, olderCursor } = mergeNewestPage(buffer.get(), getState().olderCursor, answer.value);
    buffer.set(messages);
    setState({ olderCursor });
    return answer.value.activeRunId === null ? "idle" : "running";
  }
  if (answer.status !== 404) return "unreachable";
  // A conversation that the server does not know is one whose first message never arrived.
  buffer.set([]);
  return "idle";
}

/** The newest page is the server's; older messages stay, and what was seen of a reply that still runs. */
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
