import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { maxSteerCharacters } from "@/lib/protocol/chat-request";
import { createConversationApi, type ConversationApi } from "./conversation-api";
import type { ConversationSessionOptions, Draft } from "./conversation-session";
import { createLazySession, type LazySession } from "./lazy-session";
import { createMessageQueue, type MessageQueue } from "./message-queue";
import type { QueuedMessage } from "./queue-store";
import type { SessionState } from "./session-state";
import { toTemporaryKey } from "./tab-storage";

/** A conversation, and what the person has written for when its reply is over. */
export type QueuedSession = LazySession & { queue: QueueActions };

export type QueueActions = {
  get: () => QueuedMessage[];
  subscribe: (listener: () => void) => () => void;
  /** Goes out when the running reply, and those of what waits already, are over. */
  add: (draft: Draft) => void;
  remove: (id: string) => void;
  beginEdit: (id: string) => void;
  /** `null` leaves it as it was; without words and pictures nothing is left to wait. */
  endEdit: (id: string, text: string | null) => void;
  /** Now: into the running reply, or as the next question when none runs. */
  sendNow: (id: string) => Promise<void>;
  /** The first one that waits. */
  sendNext: () => void;
};

/** Why a message cannot be handed to a running reply; `null` when it can. */
export function findSteerObstacle({ text, files }: Draft): "pictures" | "long" | null {
  if (files.length > 0) return "pictures";
  return text.length > steerCharacters ? "long" : null;
}

// Written again because that module carries the schemas, which the page must not load; the type holds the value equal.
const steerCharacters: typeof maxSteerCharacters = 20_000;

type Parts = {
  session: LazySession;
  queue: MessageQueue;
  /** A reply has ended well on this page, so that what waits goes on by itself. */
  isFlowing: boolean;
  /** The message that was put off last because another tab's reply ran. */
  putOff: string | null;
  /** A message that was written when the reply was seen to be over and its stream was not: it goes out behind it, also when the person had stopped it. */
  late: string | null;
};

export function createQueuedSession(options: ConversationSessionOptions): QueuedSession {
  const { conversationId, origin } = options;
  const api = createConversationApi(conversationId, origin);
  const session = createLazySession({
    ...options,
    onAccepted() {
      queue.remove(listSent(parts));
      options.onAccepted();
    },
    onReturned: (draft) => takeReturned(parts, draft, options.onReturned),
    onSettled() {
      settle(parts);
      options.onSettled?.();
    },
  });
  // Before its first message a conversation has no address to come back to.
  const queue = createMessageQueue(() => {
    const key = session.getMessages().length === 0 ? "new" : conversationId;
    return options.isTemporary?.() === true ? toTemporaryKey(key) : key;
  });
  const parts: Parts = { session, queue, isFlowing: false, putOff: null, late: null };
  session.subscribeToMessages(() => queue.get().length > 0 && queue.remove(listRead(session.getMessages())));
  return {
    ...session,
    open: () => open(parts),
    queue: {
      get: queue.get,
      subscribe: queue.subscribe,
      add: (draft) => add(parts, draft),
      remove: (id) => remove(parts, id),
      beginEdit: (id) => queue.change(id, { isEdited: true }),
      endEdit: (id, text) => endEdit(parts, id, text),
      sendNow: (id) => sendNow(parts, id, api.steerReply),
      sendNext: () => void send(parts, queue.get().find(isWaiting)),
    },
  };
}

function open({ session, queue }: Parts): () => void {
  const messages = session.getMessages();
  const unwatch = queue.open([...messages.map(({ id }) => id), ...listRead(messages)]);
  const leave = session.open();
  if (!isBusy(session.state.get())) queue.takeBack();
  return () => {
    leave();
    unwatch();
  };
}

function add(parts: Parts, draft: Draft): void {
  const { session, queue } = parts;
  const isOver = session.getMessages().at(-1)?.metadata?.outcome !== undefined;
  if (isOver && isBusy(session.state.get()) && queue.get().length === 0) parts.late = draft.id;
  queue.add(draft);
  goOn(parts);
}

function remove(parts: Parts, id: string): void {
  parts.queue.remove([id]);
  goOn(parts);
}

function endEdit(parts: Parts, id: string, text: string | null): void {
  const message = parts.queue.find(id);
  if (message === undefined) return;
  const next = text === null ? message.text : text.trim();
  if (next === "" && message.files.length === 0) parts.queue.remove([id]);
  else parts.queue.change(id, { text: next, isEdited: false, wasNotHanded: false });
  goOn(parts);
}

/** Words that the reply ends without reading are sent as a message, under the same id: they are never lost and never there twice. */
async function sendNow(parts: Parts, id: string, steer: ConversationApi["steerReply"]): Promise<void> {
  const { session, queue } = parts;
  const message = queue.find(id);
  if (message === undefined || !isWaiting(message)) return;
  if (!isBusy(session.state.get())) return send(parts, message);
  if (findSteerObstacle(message) !== null) return;
  queue.change(id, { place: "handing", wasNotHanded: false });
  const answer = await steer(message);
  // Meanwhile it was read, or the reply ended without it.
  if (queue.find(id)?.place !== "handing") return;
  if (answer.ok) return queue.change(id, { place: "handed" });
  if (answer.problem?.code === "not_running") queue.putFirst(message);
  else queue.change(id, { place: "waiting", wasNotHanded: true });
  if (answer.problem?.code === "not_running" && !isBusy(session.state.get()))
    await send(parts, queue.find(id));
}

/** After a reply: what it has read is done, and the next message goes out unless something is wrong. */
function settle(parts: Parts): void {
  const { session, queue, late } = parts;
  queue.remove([...listRead(session.getMessages()), ...listSent(parts)]);
  queue.takeBack();
  const isWell = session.state.get().problem === null;
  parts.isFlowing = isWell && hasEndedWell(session.getMessages().at(-1));
  parts.late = null;
  if (isWell && !parts.isFlowing && late !== null) void send(parts, queue.find(late));
  goOn(parts);
}

function goOn(parts: Parts): void {
  const { session, queue, isFlowing } = parts;
  const messages = queue.get();
  const isOnItsWay = messages.some(({ place }) => place === "sending");
  if (isFlowing && !isBusy(session.state.get()) && !isOnItsWay) void send(parts, messages[0]);
}

async function send({ session, queue }: Parts, message: QueuedMessage | undefined): Promise<void> {
  if (message === undefined || !isWaiting(message) || isBusy(session.state.get())) return;
  const { id, text, files } = message;
  queue.change(id, { place: "sending" });
  await session.send({ id, text, files });
}

/** What went out from the queue, or while another tab's reply ran, waits on; the rest belongs back into the composer. */
function takeReturned(parts: Parts, draft: Draft, giveBack: (draft: Draft) => void): void {
  const { session, queue } = parts;
  const { state } = session;
  const { problem } = state.get();
  const isPutOff = problem?.code === "run_active";
  if (!isPutOff && queue.find(draft.id) === undefined) return giveBack(draft);
  queue.putFirst(draft);
  const isRepeated = parts.putOff === draft.id;
  parts.putOff = isPutOff ? draft.id : null;
  if (isPutOff && !isRepeated) state.set({ problem: null });
  else if (problem !== null) state.set({ problem: { ...problem, asked: "queued" } });
}

/** Ids of what stands in the conversation already. */
function listSent({ session, queue }: Parts): string[] {
  const sending = new Set(queue.get().flatMap(({ id, place }) => (place === "sending" ? [id] : [])));
  return session.getMessages().flatMap(({ id }) => (sending.has(id) ? [id] : []));
}

/** Ids of what running replies have read. */
function listRead(messages: ChatMessage[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "steering-message" ? [part.id] : [])),
  );
}

function isWaiting({ place, isEdited }: QueuedMessage): boolean {
  return place === "waiting" && isEdited !== true;
}

function isBusy({ phase }: SessionState): boolean {
  return phase !== "idle";
}

function hasEndedWell(last: ChatMessage | undefined): boolean {
  const outcome = last?.metadata?.outcome;
  return outcome === "completed" || outcome === "limited";
}
