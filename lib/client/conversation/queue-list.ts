import { isBusy, type ConversationContext, type Draft, type QueuedMessage } from "./state";
import { readQueue, toTemporaryKey, watchQueue, writeQueue } from "./storage";

export type QueueContext = Pick<ConversationContext, "options" | "api" | "getState" | "setState" | "asked">;
export type QueueList = ReturnType<typeof createQueueList>;

/** The queue in its order, in the store and in this browser. */
export function createQueueList({ options, getState, setState }: QueueContext) {
  // Before the server has its first message a conversation has no address to come back to.
  let isBegun = options.messages.length > 0;
  const getKey = () => {
    const key = isBegun ? options.conversationId : "new";
    return options.isTemporary?.() === true ? toTemporaryKey(key) : key;
  };
  let key: string | null = null;
  const get = () => getState().queued;
  const set = (queued: QueuedMessage[]) => {
    if (key !== null && getKey() !== key) writeQueue(key, []);
    if (key !== null) writeQueue((key = getKey()), queued);
    setState({ queued });
  };
  const without = (draft: Draft) => get().filter(({ id }) => id !== draft.id);
  return {
    get,
    find: (id: string) => get().find((message) => message.id === id),
    add: (draft: Draft) => set([...without(draft), { ...draft, status: "waiting" }]),
    putFirst: (draft: Draft) => set([{ ...draft, status: "waiting" }, ...without(draft)]),
    /** It is on its way, and stays here until the server has it. */
    keep(draft: Draft) {
      const isKept = get().some(({ id }) => id === draft.id);
      if (!isKept) set([{ ...draft, status: "sending", sentTo: options.conversationId }, ...get()]);
    },
    noteBegun: () => void (isBegun = true),
    isStored: (id: string) => key !== null && readQueue(key).some((message) => message.id === id),
    change: (id: string, change: Partial<Omit<QueuedMessage, "id">>) =>
      set(get().map((message) => (message.id === id ? { ...message, ...change } : message))),
    remove(ids: string[]) {
      if (get().some(({ id }) => ids.includes(id))) set(get().filter(({ id }) => !ids.includes(id)));
    },
    /** No reply will read any more what was handed over: it comes next. */
    takeBack() {
      const steered = get().filter(isSteered);
      if (steered.length > 0 || (key !== null && getKey() !== key))
        set([...steered.map(toWaiting), ...get().filter((message) => !isSteered(message))]);
    },
    /** `knownIds` are of messages that the conversation has already. */
    open(knownIds: string[]): () => void {
      key = getKey();
      const left = readQueue(key).filter(({ id }) => !knownIds.includes(id));
      const isFree = !isBusy(getState());
      if (left.length > 0 || get().length > 0) set(left.map((message) => toLeft(message, isFree)));
      const unwatch = watchQueue((changed) => {
        if (changed === key) setState({ queued: mergeEdits(readQueue(changed), get()) });
      });
      return () => {
        key = null;
        unwatch();
      };
    },
  };
}

function isSteered({ status }: QueuedMessage): boolean {
  return status === "steering" || status === "steered";
}

function toWaiting(message: QueuedMessage): QueuedMessage {
  return { ...message, status: "waiting" };
}

/** What was on its way when the page was left: the server may have it or not, and its id tells it apart. */
function toLeft(message: QueuedMessage, isFree: boolean): QueuedMessage {
  if (message.status === "sending") return isFree ? message : toWaiting(message);
  return message.status === "steering" ? { ...message, status: "steered" } : message;
}

function mergeEdits(next: QueuedMessage[], before: QueuedMessage[]): QueuedMessage[] {
  const edited = new Set(before.filter(({ isEdited }) => isEdited).map(({ id }) => id));
  return next.map((message) => (edited.has(message.id) ? { ...message, isEdited: true } : message));
}
