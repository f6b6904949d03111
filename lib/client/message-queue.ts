import type { Draft } from "./conversation-session";
import { readQueue, watchQueue, writeQueue, type QueuedMessage } from "./queue-store";

/** What waits in one conversation, in its order; while it is open, every change is kept in the browser. */
export type MessageQueue = {
  get: () => QueuedMessage[];
  subscribe: (listener: () => void) => () => void;
  find: (id: string) => QueuedMessage | undefined;
  add: (draft: Draft) => void;
  putFirst: (draft: Draft) => void;
  change: (id: string, change: Partial<Omit<QueuedMessage, "id">>) => void;
  remove: (ids: string[]) => void;
  /** Nobody reads any more what was handed over: it comes next. */
  takeBack: () => void;
  /** Takes up what was left, without what the conversation has; then follows other tabs until the function that it gives is called. */
  open: (knownIds: string[]) => () => void;
};

/** `getKey` names the place where it is kept; it may change when the conversation gets its first message. */
export function createMessageQueue(getKey: () => string): MessageQueue {
  const listeners = new Set<() => void>();
  let messages: QueuedMessage[] = [];
  let key = getKey();
  let isOpen = false;

  const show = (next: QueuedMessage[]) => {
    messages = next;
    for (const listener of listeners) listener();
  };
  const set = (next: QueuedMessage[]) => {
    if (isOpen && getKey() !== key) writeQueue(key, []);
    key = getKey();
    if (isOpen) writeQueue(key, next);
    show(next);
  };
  return {
    get: () => messages,
    find: (id) => messages.find((message) => message.id === id),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (draft) => set([...messages.filter(({ id }) => id !== draft.id), { ...draft, place: "waiting" }]),
    putFirst: (draft) =>
      set([{ ...draft, place: "waiting" }, ...messages.filter(({ id }) => id !== draft.id)]),
    change: (id, change) =>
      set(messages.map((message) => (message.id === id ? { ...message, ...change } : message))),
    remove(ids) {
      if (messages.some(({ id }) => ids.includes(id))) set(messages.filter(({ id }) => !ids.includes(id)));
    },
    takeBack() {
      const handed = messages
        .filter(isHanded)
        .map((message): QueuedMessage => ({ ...message, place: "waiting" }));
      if (handed.length > 0 || getKey() !== key)
        set([...handed, ...messages.filter((message) => !isHanded(message))]);
    },
    open(knownIds) {
      isOpen = true;
      key = getKey();
      const left = readQueue(key).filter(({ id }) => !knownIds.includes(id));
      if (left.length > 0 || messages.length > 0) set(left.map(toLeft));
      const unwatch = watchQueue((changed) => changed === key && show(mergeEdits(readQueue(key), messages)));
      return () => {
        isOpen = false;
        unwatch();
      };
    },
  };
}

function isHanded({ place }: QueuedMessage): boolean {
  return place === "handing" || place === "handed";
}

/** What was on its way when the page was left: the server may have it or not, and its id tells it apart. */
function toLeft(message: QueuedMessage): QueuedMessage {
  if (message.place === "sending") return { ...message, place: "waiting" };
  return message.place === "handing" ? { ...message, place: "handed" } : message;
}

function mergeEdits(next: QueuedMessage[], before: QueuedMessage[]): QueuedMessage[] {
  const edited = new Set(before.filter(({ isEdited }) => isEdited).map(({ id }) => id));
  return next.map((message) => (edited.has(message.id) ? { ...message, isEdited: true } : message));
}
