import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { maxSteerCharacters } from "@/lib/protocol/chat-request";
import { createQueueList, type QueueContext, type QueueList } from "./queue-list";
import { isBusy, type ConversationState, type Draft, type QueuedMessage, type QueueVerbs } from "./state";

export type Queue = {
  verbs: QueueVerbs;
  /** Takes up what was left in this browser, then follows other tabs until the result is called. */
  open: (subscribe: Subscribe) => () => void;
  /** Keeps a draft that is on its way. */
  keep: (draft: Draft) => void;
  /** Removes what the server has taken. */
  dropSent: () => void;
  /** Decides where a draft belongs that the server did not take. */
  takeReturned: (draft: Draft) => void;
  /** Goes on after a reply. */
  settle: () => void;
};

type Subscribe = (listener: (now: ConversationState, before: ConversationState) => void) => () => void;

/** Why a message cannot be handed to a running reply; `null` when it can. */
export function findSteerObstacle({
  text,
  files,
  mentions = [],
}: Draft): "pictures" | "mentions" | "long" | null {
  if (files.length > 0) return "pictures";
  if (mentions.length > 0) return "mentions";
  return text.length > steerCharacters ? "long" : null;
}

// Written again: that module carries schemas, which the page must not load; the type holds it equal.
const steerCharacters: typeof maxSteerCharacters = 20_000;

/** What the person wrote for after the reply; the browser keeps every change while the chat is open. */
export function createQueue(context: QueueContext): Queue {
  const flow: Flow = { isAutoSending: false, deferredId: null, sentAfterEnd: null };
  const list = createQueueList(context);
  const parts = { ...context, list, flow };
  return {
    verbs: {
      enqueue: (draft) => enqueue(parts, draft),
      removeQueued(id) {
        list.remove([id]);
        sendNextIfFree(parts);
      },
      beginEdit: (id) => list.change(id, { isEdited: true }),
      endEdit: (id, text) => endEdit(parts, id, text),
      steer: (id) => steer(parts, id),
      takeBack: (id) => takeBack(parts, id),
      sendNext: () => void send(parts, list.get().find(isWaiting)),
    },
    open(subscribe) {
      const { messages } = context.getState();
      const close = list.open([...messages.map(({ id }) => id), ...listRead(messages)]);
      const unsubscribe = subscribe((now, before) => {
        if (now.messages !== before.messages && now.queued.length > 0) list.remove(listRead(now.messages));
      });
      if (!isBusy(context.getState())) list.takeBack();
      const left = new AbortController();
      void sendLeft(parts, left.signal);
      return () => {
        left.abort();
        unsubscribe();
        close();
      };
    },
    keep: list.keep,
    dropSent() {
      list.noteBegun();
      list.remove(listSent(parts));
    },
    takeReturned: (draft) => takeReturned(parts, draft),
    settle: () => settle(parts),
  };
}

type Flow = {
  /** A reply has ended well on this page, so that what waits is sent by itself. */
  isAutoSending: boolean;
  /** The message that was deferred last because another tab's reply ran. */
  deferredId: string | null;
  /** Written after the reply's end, before its stream closed: sent next, also when the person stopped it. */
  sentAfterEnd: string | null;
};

type QueueParts = QueueContext & { list: QueueList; flow: Flow };

function enqueue(parts: QueueParts, draft: Draft): void {
  const { list, flow, getState } = parts;
  const isOver = getState().messages.at(-1)?.metadata?.outcome !== undefined;
  if (isOver && isBusy(getState()) && list.get().length === 0) flow.sentAfterEnd = draft.id;
  list.add(draft);
  sendNextIfFree(parts);
}

function endEdit(parts: QueueParts, id: string, text: string | null): void {
  const { list } = parts;
  const message = list.find(id);
  if (message === undefined) return;
  const next = text === null ? message.text : text.trim();
  if (next === "" && message.files.length === 0) list.remove([id]);
  else list.change(id, { text: next, isEdited: false, hasSteerFailed: false });
  sendNextIfFree(parts);
}

/** Words that the reply did not read are sent as a message under the same id: never lost, never twice. */
async function steer(parts: QueueParts, id: string): Promise<void> {
  const { list, api, getState } = parts;
  const message = list.find(id);
  if (message === undefined || !isWaiting(message)) return;
  if (!isBusy(getState())) return send(parts, message);
  if (findSteerObstacle(message) !== null) return;
  list.change(id, { status: "steering", hasSteerFailed: false });
  const answer = await api.steerReply(message);
  // Meanwhile it was read, or the reply ended without it.
  if (list.find(id)?.status !== "steering") return;
  if (answer.ok) return list.change(id, { status: "steered" });
  if (answer.problem?.code !== "not_running")
    return list.change(id, { status: "waiting", hasSteerFailed: true });
  list.putFirst(message);
  if (!isBusy(getState())) await send(parts, list.find(id));
}

/** It gets another id: of the old one the server reads nothing any more. */
async function takeBack({ list, api }: QueueParts, id: string): Promise<"taken" | "late" | "failed"> {
  const answer = await api.takeBackSteer(id);
  const code = answer.ok ? null : answer.problem?.code;
  // A reply that has ended without it leaves it in the queue.
  if (code === "already_decided") return "late";
  if (!answer.ok && code !== "not_running") return "failed";
  if (answer.ok && list.find(id)?.status === "steered")
    list.change(id, { id: crypto.randomUUID(), status: "waiting" });
  return "taken";
}

/** After a reply: what it has read is done, and the next message is sent unless something is wrong. */
function settle(parts: QueueParts): void {
  const { list, flow, getState, asked } = parts;
  const { messages, problem } = getState();
  list.remove([...listRead(messages), ...listSent(parts)]);
  list.takeBack();
  const { sentAfterEnd } = flow;
  flow.isAutoSending = problem === null && !asked().aborted && hasEndedWell(messages.at(-1));
  flow.sentAfterEnd = null;
  if (problem === null && !flow.isAutoSending && sentAfterEnd !== null)
    void send(parts, list.find(sentAfterEnd));
  sendNextIfFree(parts);
}

function sendNextIfFree(parts: QueueParts): void {
  const { list, flow, getState } = parts;
  const isOnItsWay = list.get().some(({ status }) => status === "sending");
  if (flow.isAutoSending && !isBusy(getState()) && !isOnItsWay) void send(parts, list.get()[0]);
}

async function send({ list, getState }: QueueParts, message: QueuedMessage | undefined): Promise<void> {
  if (message === undefined || !isWaiting(message) || isBusy(getState())) return;
  list.change(message.id, { status: "sending" });
  await getState().send(toDraft(message));
}

function toDraft({ status, isEdited, hasSteerFailed, sentTo, ...draft }: QueuedMessage): Draft {
  return draft;
}

/** Sends again what was on its way when the page was left, unless another tab does. */
async function sendLeft({ list, getState }: QueueParts, signal: AbortSignal): Promise<void> {
  const message = list.get().find(({ status }) => status === "sending");
  if (message === undefined) return;
  await holdMessage(message.id, async () => {
    if (signal.aborted || isBusy(getState())) return;
    if (list.isStored(message.id)) await getState().send(toDraft(message));
    else list.remove([message.id]);
  });
}

/** One tab at a time holds a message. Browsers have locks on secure pages alone. */
export async function holdMessage(id: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  await (locks === undefined ? Promise.resolve().then(work) : locks.request(`sextant:message:${id}`, work));
}

/** What came from the queue, or was deferred, waits on; the rest, and what was taken back, is given back. */
function takeReturned(parts: QueueParts, draft: Draft): void {
  const { list, flow, options, getState, setState, asked } = parts;
  const { problem } = getState();
  const isDeferred = problem?.code === "run_active";
  const kept = list.find(draft.id);
  const isTyped = kept === undefined || kept.sentTo !== undefined;
  if (!isDeferred && (isTyped || asked().aborted)) {
    list.remove([draft.id]);
    return options.onReturned(draft);
  }
  list.putFirst(draft);
  const isRepeated = flow.deferredId === draft.id;
  flow.deferredId = isDeferred ? draft.id : null;
  if (isDeferred && !isRepeated) setState({ problem: null });
  else if (problem !== null) setState({ problem: { ...problem, asked: "queued" } });
}

/** Ids of queued messages that stand in the conversation already. */
function listSent({ list, getState }: QueueParts): string[] {
  const shown = new Set(getState().messages.map(({ id }) => id));
  return list.get().flatMap(({ id, status }) => (status === "sending" && shown.has(id) ? [id] : []));
}

/** Ids of what running replies have read. */
function listRead(messages: ChatMessage[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "steering-message" ? [part.id] : [])),
  );
}

function isWaiting({ status, isEdited }: QueuedMessage): boolean {
  return status === "waiting" && isEdited !== true;
}

function hasEndedWell(last: ChatMessage | undefined): boolean {
  const outcome = last?.metadata?.outcome;
  return outcome === "completed" || outcome === "limited";
}
