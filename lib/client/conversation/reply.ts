import { AbstractChat, type ChatState } from "ai";
import { notifyConversationChanged } from "./conversation-list";
import { waitForConnection } from "@/lib/client/wait";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { followReply, type JoinOutcome } from "./follow";
import type { MessageBuffer } from "./messages";
import { catchUp, reload } from "./reload";
import { readOutcome, toProblem, type AskOutcome, type RequestOutcome, type RequestTrace } from "./outcome";
import { plainProblem, type Cause, type ConversationContext, type Draft, type ReplyReader } from "./state";
import { toMessage } from "./to-message";
import { continuing, createChatTransport } from "./transport";

/**
 * `trace` is what the chat told last; `awayTimer` runs while a lost connection is not shown yet.
 * `hasReached`: the server has answered to what is asked.
 */
type Session = ConversationContext & {
  trace: RequestTrace;
  awayTimer: ReturnType<typeof setTimeout> | undefined;
  hasReached: boolean;
};

/** `hasArrived`: whether the server’s conversation shows it; `null` where nothing is asked for. */
type ReplyRequest = { asked: Cause; request: () => Promise<void>; hasArrived: (() => boolean) | null };

/** The AI SDK's chat, whose state is the message buffer. */
class BufferedChat extends AbstractChat<ChatMessage> {}

/** A connection that is back sooner was never away for the person. */
const quietMs = 700;

/** Reads each reply to its end, however often the connection breaks. */
export function createReplyReader(context: ConversationContext): ReplyReader {
  const trace: RequestTrace = { finish: null, error: null };
  const session: Session = { ...context, trace, awayTimer: undefined, hasReached: false };
  const chat = openChat(session);
  const { buffer } = session;
  const has = (draft: Draft) => buffer.get().some(({ id }) => id === draft.id);
  const read = async (asking: ReplyRequest, afterwards = () => {}) => {
    const signal = session.signal();
    await readReply(session, chat, asking);
    if (signal.aborted) return;
    afterwards();
    session.onSettled();
  };
  return {
    async send(draft) {
      // It may be shown already.
      buffer.set(buffer.get().filter(({ id }) => id !== draft.id));
      const request = () =>
        chat.sendMessage(toMessage(draft, buffer.get().at(-1)?.id ?? null), {
          body: { options: draft.options ?? {} },
        });
      const asking: ReplyRequest = { asked: "message", request, hasArrived: () => has(draft) };
      await read(asking, () => giveBack(session, draft));
    },
    async edit(messageId, draft) {
      const before = buffer.get();
      const at = before.findIndex(({ id }) => id === messageId);
      if (at === -1) return;
      const parentId = before[at]?.metadata?.parentId ?? before[at - 1]?.id ?? null;
      const cut = () => buffer.set(before.slice(0, at));
      cut();
      const request = () => {
        cut();
        return chat.sendMessage(toMessage(draft, parentId));
      };
      const asking: ReplyRequest = { asked: "message", request, hasArrived: () => has(draft) };
      await read(asking, () => keepEdited(session, { before, messageId }, draft));
    },
    async regenerate(messageId, options) {
      const last = buffer.get().at(-1)?.id;
      const of = messageId !== undefined && { messageId };
      const request = () => chat.regenerate({ ...of, body: { options: options ?? {} } });
      await read({ asked: "again", request, hasArrived: () => buffer.get().at(-1)?.id !== last });
    },
    async continueReply() {
      const last = buffer.get().at(-1);
      if (last?.role !== "assistant") return;
      const request = () => continueReply(session, chat, last);
      const hasArrived = () => buffer.get().at(-1)?.metadata?.endedAt !== last.metadata?.endedAt;
      await read({ asked: "continue", request, hasArrived });
    },
    join: () => read({ asked: "message", request: () => resumeReply(chat, buffer), hasArrived: null }),
    catchUp: () => catchUp(session),
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
      onConnected() {
        session.hasReached = true;
        noteConnected(session);
      },
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

/** Reopens an edited question that the server refused, with the earlier version beside it. */
function keepEdited(
  { buffer, tree, getState, setState, asked }: Session,
  { before, messageId }: { before: ChatMessage[]; messageId: string },
  draft: Draft,
): void {
  if (buffer.get().some(({ id }) => id === draft.id)) return;
  tree.forget(draft.id);
  buffer.set(before);
  setState({ editing: { messageId, text: draft.text } });
  if (getState().problem === null && !asked().aborted)
    setState({ problem: { ...plainProblem, kind: "unsent" } });
}

/** Returns a draft that the conversation does not have although its reply is over. */
function giveBack({ buffer, tree, getState, setState, asked, onReturned }: Session, draft: Draft): void {
  if (buffer.get().some(({ id }) => id === draft.id)) return;
  tree.forget(draft.id);
  if (getState().problem === null && !asked().aborted)
    setState({ problem: { ...plainProblem, kind: "unsent" } });
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

/** Between which the server could be reached: more often nothing is sent that does not arrive. */
const mostAttempts = 3;

async function readReply(session: Session, chat: BufferedChat, asking: ReplyRequest): Promise<void> {
  const { buffer, options, setState } = session;
  const before = buffer.get();
  setState({ phase: "replying", since: Date.now(), progress: null, problem: null });
  const signal = AbortSignal.any([session.signal(), session.asked()]);
  const outcome = await askUntilArrived(session, chat, asking, { before, signal });
  if (session.signal().aborted) return;
  chat.clearError();
  if (signal.aborted) buffer.set(before);
  else buffer.flush();
  const problem = signal.aborted ? null : toProblem(outcome, asking.asked, buffer.get().at(-1));
  setState({ phase: "idle", since: null, progress: null, problem });
  notifyConversationChanged({ id: options.conversationId, isRunning: false });
}

type Bounds = { before: ChatMessage[]; signal: AbortSignal };

/** Sends again what never reached the server once that is back; the id prevents a duplicate. */
async function askUntilArrived(
  session: Session,
  chat: BufferedChat,
  { request, hasArrived }: ReplyRequest,
  bounds: Bounds,
): Promise<AskOutcome> {
  for (let made = 1; ; made += 1) {
    session.hasReached = hasArrived === null;
    const outcome = await attempt(session, request);
    const isUnsent = !session.hasReached && isLost(outcome);
    await follow(session, chat, outcome, bounds);
    if (bounds.signal.aborted || !isUnsent || hasArrived?.() !== false) return outcome;
    if (made === mostAttempts) return { kind: "unsent" };
  }
}

/** Stays with the reply, wherever it is made, until the page has what came of the request. */
async function follow(
  session: Session,
  chat: BufferedChat,
  outcome: RequestOutcome,
  { before, signal }: Bounds,
): Promise<void> {
  const { kind } = outcome;
  const code = kind === "refused" ? outcome.problem?.code : undefined;
  if (kind === "refused") session.buffer.set(before);
  if (isLost(outcome) || code === "run_active") await joinAgain(session, chat, signal);
  if (kind === "failed" || code === "not_found") await reload(session, signal);
  if (kind === "none" && (await reload(session, signal)) === "running")
    await joinAgain(session, chat, signal);
}

const isLost = ({ kind }: RequestOutcome): boolean => kind === "cut" || kind === "unreachable";

async function attempt(session: Session, request: () => Promise<void>): Promise<RequestOutcome> {
  session.trace = { finish: null, error: null };
  await request();
  return readOutcome(session.trace);
}

async function joinAgain(session: Session, chat: BufferedChat, signal: AbortSignal): Promise<void> {
  const wait = (ms: number) => {
    const showAway = () => session.setState({ phase: session.hasReached ? "reconnecting" : "unsent" });
    session.awayTimer ??= setTimeout(showAway, quietMs);
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
  const { phase } = session.getState();
  if (phase === "reconnecting" || phase === "unsent") session.setState({ phase: "replying" });
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
