import type { FileUIPart } from "ai";
import type { Mention } from "@/lib/protocol/mentions";
import type { QueuedMessage, QueueStatus } from "./state";

const temporaryPrefix = "temporary:";
const draftPrefix = "draft:";
const besidePrefix = "beside:";
const pastedPrefix = "pasted:";
const queuePrefix = "queue:";
const collectionsPrefix = "collections:";
const ownerKey = "drafts-of";

/** The key for what belongs to a temporary chat: it is kept as long as the tab is. */
export function toTemporaryKey(key: string): string {
  return temporaryPrefix + key;
}

/** Unsent text by conversation in this browser. Never throws: a full or closed storage keeps nothing. */
export function readDraft(key: string): string {
  return read(key, draftPrefix) ?? "";
}

export function writeDraft(key: string, text: string): void {
  write(key, draftPrefix, text === "" ? null : text);
}

/** What was pasted into unsent text; `undefined` where nobody knows. */
export function readPasted(key: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(read(key, pastedPrefix) ?? "null");
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

export function writePasted(key: string, pasted: readonly string[] | undefined): void {
  write(key, pastedPrefix, pasted === undefined ? null : JSON.stringify(pasted));
}

/** What goes with an unsent question. `missing`: the names of files that must be chosen again. */
export type KeptBeside = {
  texts: readonly string[];
  files: FileUIPart[];
  mentions: readonly Mention[];
  missing: string[];
};
export const nothingBeside: KeptBeside = { texts: [], files: [], mentions: [], missing: [] };

/** Never throws: what is not understood is nothing. */
export function readBeside(key: string): KeptBeside {
  try {
    const value: unknown = JSON.parse(read(key, besidePrefix) ?? "{}");
    const { texts, files, mentions, missing } = value as Partial<KeptBeside>;
    const listed = { files: toList(files), mentions: toList(mentions), missing: toList(missing) };
    return { ...listed, texts: toList(texts) };
  } catch {
    return nothingBeside;
  }
}

/** Never throws: pictures that are too large for the storage are named as missing. */
export function writeBeside(key: string, kept: KeptBeside): void {
  const { texts, files, mentions, missing } = kept;
  if (texts.length + files.length + mentions.length + missing.length === 0)
    return void write(key, besidePrefix, null);
  if (write(key, besidePrefix, JSON.stringify(kept))) return;
  const isPicture = ({ url }: FileUIPart) => url.startsWith("data:");
  const lost = files.filter(isPicture).map(({ filename = "" }) => filename);
  const named = files.filter((file) => !isPicture(file));
  write(key, besidePrefix, JSON.stringify({ ...kept, files: named, missing: [...missing, ...lost] }));
}

function toList<ITEM>(value: readonly ITEM[] | undefined): ITEM[] {
  return Array.isArray(value) ? [...value] : [];
}

/** What waits in a conversation, kept in this browser. Never throws: what is not understood is nothing. */
export function readQueue(key: string): QueuedMessage[] {
  try {
    const value: unknown = JSON.parse(read(key, queuePrefix) ?? "[]");
    return Array.isArray(value) ? value.flatMap(parseQueued) : [];
  } catch {
    return [];
  }
}

/** Never throws: where the pictures are too large for the storage, the messages without any are kept. */
export function writeQueue(key: string, messages: QueuedMessage[]): void {
  const toText = (kept: QueuedMessage[]) =>
    kept.length === 0 ? null : JSON.stringify(kept.map(({ isEdited, ...message }) => message));
  if (!write(key, queuePrefix, toText(messages)))
    write(key, queuePrefix, toText(messages.filter(({ files }) => files.length === 0)));
}

/** The conversation that begins with what waits under this key, if it was sent once; otherwise `null`. */
export function findUnsentId(key: string): string | null {
  return readQueue(key).find(({ sentTo }) => sentTo !== undefined)?.sentTo ?? null;
}

/** The ids of the collections that are searched in a conversation. Never throws. */
export function readKeptCollections(key: string): string[] {
  return (read(key, collectionsPrefix) ?? "").split(" ").filter((id) => id !== "");
}

export function writeKeptCollections(key: string, ids: readonly string[]): void {
  write(key, collectionsPrefix, ids.length === 0 ? null : ids.join(" "));
}

/** Calls the listener when another tab changed what waits under a key; the returned function ends that. */
export const watchQueue = (listener: (key: string) => void) => watch(queuePrefix, listener);
/** The same for unsent text, and for what goes with it. */
export const watchDraft = (listener: (key: string) => unknown) => watch(draftPrefix, listener);
export const watchBeside = (listener: (key: string) => void) => watch(besidePrefix, listener);

function watch(prefix: string, listener: (key: string) => unknown): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Makes this browser's drafts this person's; another's are removed, also of one who never signed out. */
export function claimDrafts(personId: string): void {
  try {
    const owner = localStorage.getItem(ownerKey);
    if (owner !== null && owner !== personId) forgetDrafts();
    localStorage.setItem(ownerKey, personId);
  } catch {
    return;
  }
}

/** Removes drafts, what waits to be sent, and whose they were: the browser's next user must not read them. */
export function forgetDrafts(): void {
  forgetIn(() => localStorage);
  forgetIn(() => sessionStorage);
}

function forgetIn(open: () => Storage): void {
  try {
    const storage = open();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    const prefixes = [draftPrefix, pastedPrefix, besidePrefix, queuePrefix, collectionsPrefix];
    const isTheirs = (key: string) => prefixes.some((prefix) => key.startsWith(prefix)) || key === ownerKey;
    for (const key of keys.filter(isTheirs)) storage.removeItem(key);
  } catch {
    return;
  }
}

function getStorage(key: string): Storage {
  return key.startsWith(temporaryPrefix) ? sessionStorage : localStorage;
}

function read(key: string, prefix: string): string | null {
  try {
    return getStorage(key).getItem(prefix + key);
  } catch {
    return null;
  }
}

/** `null` removes it. Gives whether it was kept. */
function write(key: string, prefix: string, text: string | null): boolean {
  try {
    if (text === null) getStorage(key).removeItem(prefix + key);
    else getStorage(key).setItem(prefix + key, text);
    return true;
  } catch {
    return false;
  }
}

/** The statuses, and what earlier versions called them. */
const statuses: Record<string, QueueStatus> = {
  ...{ waiting: "waiting", steering: "steering", steered: "steered", sending: "sending" },
  ...{ handing: "steering", handed: "steered" },
};

function parseQueued(value: unknown): QueuedMessage[] {
  if (typeof value !== "object" || value === null) return [];
  // Earlier versions wrote `place` and `wasNotHanded`.
  const { id, text, files, status, place, ...more } = value as Record<string, unknown>;
  const known = statuses[String(status ?? place)];
  if (typeof id !== "string" || typeof text !== "string" || !Array.isArray(files) || known === undefined)
    return [];
  const hasFailed = more["hasSteerFailed"] === true || more["wasNotHanded"] === true;
  return [{ id, text, files, ...readMore(more), status: known, ...(hasFailed && { hasSteerFailed: true }) }];
}

function readMore({ pasted, mentions, options, sentTo }: Record<string, unknown>) {
  return {
    ...(Array.isArray(pasted) && { pasted }),
    ...(Array.isArray(mentions) && mentions.length > 0 && { mentions }),
    ...(typeof options === "object" && options !== null && { options }),
    ...(typeof sentTo === "string" && { sentTo }),
  };
}
