import type { Draft } from "./conversation-session";
import { getStorage } from "./tab-storage";

/**
 * Where a message is on its way: it waits; it is being handed to the running reply, or has been and will be read at its next step; or it
 * was sent and the server has not said yet that it has it.
 */
export type QueuePlace = "waiting" | "handing" | "handed" | "sending";

/** A message that was written while a reply ran. */
export type QueuedMessage = Draft & {
  place: QueuePlace;
  /** The person is changing it: it does not go out meanwhile. */
  isEdited?: boolean;
  /** It could not be handed to the running reply. */
  wasNotHanded?: boolean;
};

export const queuePrefix = "queue:";

/** What waits in a conversation, kept in this browser. Never throws: what is not understood is nothing. */
export function readQueue(key: string): QueuedMessage[] {
  try {
    const value: unknown = JSON.parse(getStorage(key).getItem(queuePrefix + key) ?? "[]");
    return Array.isArray(value) ? value.filter(isQueuedMessage) : [];
  } catch {
    return [];
  }
}

/** Never throws: where the pictures are too large for the storage, the messages without any are kept. */
export function writeQueue(key: string, messages: QueuedMessage[]): void {
  if (!store(key, messages))
    store(
      key,
      messages.filter(({ files }) => files.length === 0),
    );
}

function store(key: string, messages: QueuedMessage[]): boolean {
  try {
    if (messages.length === 0) getStorage(key).removeItem(queuePrefix + key);
    else
      getStorage(key).setItem(
        queuePrefix + key,
        JSON.stringify(messages.map(({ isEdited, ...kept }) => kept)),
      );
    return true;
  } catch {
    return false;
  }
}

/** Calls the listener when another tab has changed what waits under a key; the returned function ends that. */
export function watchQueue(listener: (key: string) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith(queuePrefix)) listener(key.slice(queuePrefix.length));
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

const places: readonly unknown[] = ["waiting", "handing", "handed", "sending"] satisfies QueuePlace[];

function isQueuedMessage(value: unknown): value is QueuedMessage {
  if (
    typeof value !== "object" ||
    value === null ||
    !("id" in value && "text" in value && "files" in value && "place" in value)
  )
    return false;
  const { id, text, files, place } = value;
  return typeof id === "string" && typeof text === "string" && Array.isArray(files) && places.includes(place);
}
