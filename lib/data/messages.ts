import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { BlobStore } from "@/lib/store/blobs";
import type { DocumentData, Store, StoredDocument } from "@/lib/store/store";
import { parseJson } from "@/lib/protocol/json";
import { createHash } from "node:crypto";
import { z } from "zod";
import { isOnPath, type BranchPath } from "./branches";
import { cutStrings, isFittingBody, toFittingBody } from "./fit-body";
import { toData } from "./json";
import { paths } from "./paths";
import { readParts } from "./read-parts";

/** A message as it is kept: itself, its number in the conversation, and its branch, 0 when left out. */
export type StoredMessage = { seq: number; branch?: number | undefined; message: ChatMessage };

export function createMessages(store: Store, blobs: BlobStore) {
  const readAll = (userId: string, conversationId: string, documents: StoredDocument[]) =>
    Promise.all(documents.map((document) => readWhole(blobs, { userId, conversationId }, document)));

  return {
    ...createLists(store, readAll),

    async find(userId: string, conversationId: string, messageId: string): Promise<StoredMessage | null> {
      const found = await store.find(paths.message(userId, conversationId, messageId));
      return found === null ? null : readWhole(blobs, { userId, conversationId }, found);
    },

    /** What a message follows; `null` at the beginning. */
    async findBefore(
      userId: string,
      conversationId: string,
      { message, seq }: StoredMessage,
    ): Promise<StoredMessage | null> {
      const parentId = message.metadata?.parentId;
      if (typeof parentId === "string") return this.find(userId, conversationId, parentId);
      if (parentId === null || seq === 1) return null;
      const [before] = await this.listFrom(userId, conversationId, seq - 1, 1);
      return before ?? null;
    },

    /** With what it follows, if anything. */
    async listWithBefore(
      userId: string,
      conversationId: string,
      stored: StoredMessage,
    ): Promise<StoredMessage[]> {
      const before = await this.findBefore(userId, conversationId, stored);
      return before === null ? [stored] : [before, stored];
    },

    /** Changes it in place; a deleted one stays deleted. `work` is pure and may run more than once. */
    change: (
      userId: string,
      conversationId: string,
      messageId: string,
      work: (message: ChatMessage) => ChatMessage,
    ): Promise<void> => changeMessage(store, blobs, { userId, conversationId, messageId, work }),

    async save(userId: string, conversationId: string, stored: StoredMessage): Promise<void> {
      const whole = await keepWhole(blobs, { userId, conversationId }, stored);
      await store.set(paths.message(userId, conversationId, stored.message.id), toMessageData(stored, whole));
    },
  };
}
type ReadAll = (
  userId: string,
  conversationId: string,
  documents: StoredDocument[],
) => Promise<StoredMessage[]>;

function createLists(store: Store, readAll: ReadAll) {
  return {
    /**
     * The newest `limit` of a path before `beforeSeq`, and the messages of other branches that were read on
     * the way, both oldest first; fewer, but one, where they are longer than `room` together. `cursor`: the
     * next `beforeSeq`, `null` at the start.
     */
    async listNewest(userId: string, conversationId: string, query: NewestQuery): Promise<MessagePage> {
      const { limit, path } = query;
      const page: MessagePage = { messages: [], others: [], cursor: query.beforeSeq ?? null };
      let [read, room] = [0, query.room ?? Infinity];
      do {
        const asked = limit - page.messages.length;
        const { documents } = await store.list({
          collection: paths.messages(userId, conversationId),
          ...(page.cursor === null ? {} : { where: [{ field: "seq", op: "<", value: page.cursor }] }),
          orderBy: { field: "seq", direction: "desc" },
          limit: asked,
        });
        const fitting = takeFitting(documents, room);
        // Where one does not fit, none that is older does.
        room = fitting.length < documents.length ? 0 : room - sumLengths(fitting);
        const found = await readAll(userId, conversationId, fitting.toReversed());
        const isShown = (message: StoredMessage) => path === undefined || isOnPath(path, message);
        page.messages.unshift(...found.filter(isShown));
        page.others.unshift(...found.filter((message) => !isShown(message)));
        const oldest = found[0]?.seq ?? 1;
        page.cursor = documents.length === asked && oldest > 1 ? oldest : null;
        if (fitting.length < documents.length) page.cursor = oldest;
        read = page.messages.length === limit || room <= 0 ? Infinity : read + asked;
      } while (page.cursor !== null && read < mostReadTimes * limit);
      return page;
    },

    /** At most `limit` messages of a path from number `seq` on, oldest first. */
    async listFrom(
      userId: string,
      conversationId: string,
      seq: number,
      limit: number,
      path: BranchPath | null = null,
    ): Promise<StoredMessage[]> {
      const listed: StoredMessage[] = [];
      for (let from = seq; ;) {
        const asked = Math.min(mostAtOnce, limit - listed.length);
        const { documents } = await store.list({
          collection: paths.messages(userId, conversationId),
          where: [{ field: "seq", op: ">=", value: from }],
          orderBy: { field: "seq", direction: "asc" },
          limit: asked,
        });
        const found = await readAll(userId, conversationId, documents);
        listed.push(...found.filter((message) => path === null || isOnPath(path, message)));
        if (documents.length < asked || listed.length === limit) return listed;
        from = (found.at(-1)?.seq ?? from) + 1;
      }
    },
  };
}

/** Without a path all messages are listed. `room`: in UTF-16 units. */
type NewestQuery = {
  limit: number;
  beforeSeq?: number | undefined;
  path?: BranchPath | undefined;
  room?: number;
};
export type MessagePage = { messages: StoredMessage[]; others: StoredMessage[]; cursor: number | null };

const toLength = ({ data }: StoredDocument): number => String(data["body"]).length;
const sumLengths = (documents: StoredDocument[]): number =>
  documents.reduce((sum, document) => sum + toLength(document), 0);

/** The first ones that fit, but one in any case. */
function takeFitting(documents: StoredDocument[], room: number): StoredDocument[] {
  let left = room;
  const tooLong = documents.findIndex((document, index) => (left -= toLength(document)) < 0 && index > 0);
  return tooLong === -1 ? documents : documents.slice(0, tooLong);
}

/** As many as a store gives. */
const mostAtOnce = 500;

/** Where messages of other branches lie between, at most this many times a page is read for it. */
const mostReadTimes = 4;

async function changeMessage(
  store: Store,
  blobs: BlobStore,
  { messageId, work, ...place }: ChatKey & { messageId: string; work: (message: ChatMessage) => ChatMessage },
): Promise<void> {
  const path = paths.message(place.userId, place.conversationId, messageId);
  await store.transaction(async (tx) => {
    const found = await tx.find(path);
    if (found === null) return;
    const { message, ...stored } = await readWhole(blobs, place, found);
    const changed = { ...stored, message: work(message) };
    tx.set(path, toMessageData(changed, await keepWhole(blobs, place, changed)));
  });
}

export type Messages = ReturnType<typeof createMessages>;

/**
 * The message is kept as one string, so that no store indexes or limits its inner fields. Of one that is too
 * large for a document, that holds a shorter one and `whole`, the file that `keepWhole` has put beside it.
 */
export function toMessageData(
  { seq, branch, message }: StoredMessage,
  whole: string | null = null,
): DocumentData {
  return toData({
    ...{ seq, branch: branch ?? 0 },
    role: message.role,
    body: toFittingBody(message, reductions),
    ...(whole !== null && { whole }),
  });
}

type ChatKey = { userId: string; conversationId: string };

/** Puts a message that no document can hold into a file named by its content; `null` for all others. */
export async function keepWhole(
  blobs: BlobStore,
  place: ChatKey,
  { message }: StoredMessage,
): Promise<string | null> {
  const body = JSON.stringify(message);
  if (isFittingBody(body)) return null;
  const name = createHash("sha256").update(body).digest("hex");
  await blobs.put(toWholePath(place, name), new TextEncoder().encode(body), {
    contentType: "application/json",
  });
  return name;
}

/** As `toStored`, with all that stands in its file; without the file, what the document has. */
export async function readWhole(
  blobs: BlobStore,
  place: ChatKey,
  document: Pick<StoredDocument, "id" | "data">,
): Promise<StoredMessage> {
  const name = document.data["whole"];
  const whole = typeof name === "string" ? await blobs.find(toWholePath(place, name)) : null;
  if (whole === null) return toStored(document);
  const body = new TextDecoder().decode(whole.bytes);
  return toStored({ id: document.id, data: { ...document.data, body } });
}

function toWholePath({ userId, conversationId }: ChatKey, name: string): string {
  return paths.text(userId, conversationId, name);
}

/** Tools' texts lose length first, reasoning next, words last; the last one always fits. */
const reductions: readonly ((message: ChatMessage) => ChatMessage)[] = [
  ...[20_000, 5_000, 1_000].map(
    (kept) => (message: ChatMessage) => cutParts(message, (part) => "toolCallId" in part, kept),
  ),
  ...[2_000, 200].map(
    (kept) => (message: ChatMessage) => cutParts(message, (part) => part.type !== "text", kept),
  ),
  (message) => cutParts(message, () => true, 20_000),
  (message) => ({
    ...message,
    parts: message.parts
      .filter((part) => part.type === "text")
      .slice(-5)
      .map((part) => cutStrings(part, 20_000)),
  }),
];

function cutParts(message: ChatMessage, isCut: (part: ChatPart) => boolean, kept: number): ChatMessage {
  return { ...message, parts: message.parts.map((part) => (isCut(part) ? cutStrings(part, kept) : part)) };
}

/** As `toMessageData` made it. One that cannot be read says so, and its conversation stays readable. */
export function toStored({ id, data }: Pick<StoredDocument, "id" | "data">): StoredMessage {
  const message =
    parseMessage(String(data["body"])) ?? toUnreadable(id, data["role"] === "user" ? "user" : "assistant");
  return { seq: Number(data["seq"]), branch: Number(data["branch"] ?? 0), message };
}

const messageSchema = z.looseObject({
  id: z.string(),
  role: z.enum(["system", "user", "assistant"]),
  parts: z.array(z.unknown()),
  metadata: z.looseObject({}).optional().catch(undefined),
});

function parseMessage(body: string): ChatMessage | null {
  const { data } = messageSchema.safeParse(parseJson(body));
  return data === undefined ? null : ({ ...data, parts: readParts(data.parts) } as ChatMessage);
}

function toUnreadable(id: string, role: "user" | "assistant"): ChatMessage {
  if (role === "user")
    return { id, role, parts: [{ type: "text", text: "(This message can no longer be read.)" }] };
  return { id, role, parts: [], metadata: { outcome: "failed", reason: "internal" } };
}
