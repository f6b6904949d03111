import { AppError } from "@/lib/errors";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { DocumentData, Filter, PageQuery, Store } from "@/lib/store/store";
import { z } from "zod";
import { branchSchema } from "./branches";
import { deleteEach } from "./delete-each";
import { shareSchema } from "./share-record";
import { toData, withoutUndefined } from "./json";
import { toStored } from "./messages";
import { paths } from "./paths";
import { toTitleWords } from "./turn-words";

/**
 * `lastSeq` numbers its messages from 1; `titled`: the title was given, not derived; `activeRunId`: the reply
 * that is made. Messages up to `learnedSeq` have been read for facts, those after it shall be at
 * `learningAt`, once that is due. A summary may reach up to `summarisedSeq`. A `temporary` one is in no list
 * and is deleted soon; `visit` is the newest page that is known to have it open, `leftAt` when that was left.
 * `branch` is the one that is shown and goes on; conversations of before branches have none.
 * `archived` ones are listed apart. `folder` may name one that is deleted: then it counts as none.
 * `agent` is who answers, `null` the built-in one. `hasFiles`: documents were sent with its messages.
 * `conversationId`: it holds one step of a plan of that one, and only the plan leads to it.
 */
const conversationRecordSchema = z.object({
  title: z.string(),
  titled: z.boolean().default(false),
  createdAt: z.number(),
  updatedAt: z.number(),
  lastSeq: z.number().int(),
  activeRunId: z.string().nullable(),
  learnedSeq: z.number().int().default(0),
  learningAt: z.number().nullable().default(null),
  summarisedSeq: z.number().int().default(0),
  temporary: z.boolean().default(false),
  agent: z.string().nullable().default(null),
  hasFiles: z.boolean().default(false),
  pinned: z.boolean().default(false),
  archived: z.boolean().default(false),
  folder: z.string().nullable().default(null),
  share: shareSchema.nullable().default(null),
  branch: z.number().int().default(0),
  branches: z.array(branchSchema).default([]),
  visit: z.string().nullable().default(null),
  leftAt: z.number().nullable().default(null),
  conversationId: z.string().nullable().default(null),
});
export type ConversationRecord = z.output<typeof conversationRecordSchema>;

/** One that begins now. */
export function toNewConversation(createdAt: number, temporary: boolean): ConversationRecord {
  const empty = { title: "", lastSeq: 0, activeRunId: null };
  return conversationRecordSchema.parse({ ...empty, createdAt, updatedAt: createdAt, temporary });
}

/** The document of a conversation. */
export function toConversationData({ updatedAt, ...record }: ConversationRecord): DocumentData {
  return toData({ ...record, ...toUpdatedAt(record, updatedAt) });
}

/**
 * Lists leave out what has no `updatedAt`: temporary and archived conversations and those of steps keep the
 * time under another name.
 */
export function toUpdatedAt(
  {
    temporary,
    archived,
    conversationId,
  }: Pick<ConversationRecord, "temporary" | "archived" | "conversationId">,
  at: number,
): DocumentData {
  if (temporary || conversationId !== null) return { touchedAt: at };
  return archived ? { archivedAt: at } : { updatedAt: at };
}

export function toConversation({ touchedAt, archivedAt, ...data }: DocumentData): ConversationRecord {
  const updatedAt = touchedAt ?? archivedAt ?? data["updatedAt"];
  return conversationRecordSchema.parse({ ...data, updatedAt });
}

export function createConversations(store: Store, now: () => number = Date.now) {
  return {
    async find(userId: string, id: string): Promise<ConversationRecord | null> {
      const found = await store.find(paths.conversation(userId, id));
      return found === null ? null : toConversation(found.data);
    },

    async get(userId: string, id: string): Promise<ConversationRecord> {
      const record = await this.find(userId, id);
      if (record === null) throw new AppError("not_found", "This conversation does not exist.");
      return record;
    },

    /** Newest first, a page at a time; without those that are archived, or these alone, or one folder's. */
    list: (userId: string, page: ListQuery) => listConversations(store, userId, page),

    ...createFiling(store),

    async update(userId: string, id: string, patch: Partial<ConversationRecord>): Promise<void> {
      await store.update(paths.conversation(userId, id), patch);
    },

    /** Gives it a title of the person's own, which no later title replaces. */
    async rename(userId: string, id: string, title: string): Promise<void> {
      await store.batch([
        { kind: "update", path: paths.conversation(userId, id), patch: { title, titled: true } },
        {
          kind: "set",
          path: paths.turnWords(userId, id, 0),
          data: toTitleWords({ conversationId: id, at: now(), title }),
        },
      ]);
    },

    /** Sets a title that a model made, unless the person has given one or the conversation is gone. */
    async suggestTitle(userId: string, id: string, title: string): Promise<void> {
      await store.transaction(async (tx) => {
        const found = await tx.find(paths.conversation(userId, id));
        if (found === null || toConversation(found.data).titled) return;
        tx.update(paths.conversation(userId, id), { title });
        tx.set(paths.turnWords(userId, id, 0), toTitleWords({ conversationId: id, at: now(), title }));
      });
    },

    /** With its messages, words and evidence; files and runs: see `deleteConversation` in `lib/engine`. */
    async deleteTree(userId: string, id: string): Promise<void> {
      await deleteWords(store, userId, id);
      await store.deleteTree(paths.conversation(userId, id));
      // Those that were just being collected.
      await deleteWords(store, userId, id);
    },
  };
}

/** Where a conversation is kept, which of its branches is shown, and which steps belong to it. */
function createFiling(store: Store) {
  return {
    /** Ids of the conversations that hold the steps of its plans, some of them where there are many. */
    async listSteps(userId: string, id: string): Promise<string[]> {
      const page = await store.list({
        collection: paths.conversations(userId),
        where: [{ field: "conversationId", op: "==", value: id }],
        limit: mostSteps,
      });
      return page.documents.map((document) => document.id);
    },

    /** Those that are pinned, newest first. */
    async listPinned(userId: string): Promise<ConversationSummary[]> {
      const { documents } = await store.list({
        collection: paths.conversations(userId),
        where: [{ field: "pinned", op: "==", value: true }],
        limit: mostPinned,
      });
      const pinned = documents.map(({ id, data }) => toSummary(id, data));
      return pinned.filter(({ archived }) => !archived).sort((a, b) => b.updatedAt - a.updatedAt);
    },

    /** Titles by id, without those that do not exist. */
    readTitles: (userId: string, ids: readonly string[]) => readTitles(store, userId, ids),

    /** Pins, archives or moves it. */
    async file(userId: string, id: string, change: FilingPatch): Promise<void> {
      await store.transaction(async (tx) => {
        const found = await tx.find(paths.conversation(userId, id));
        if (found === null) throw new AppError("not_found", "This conversation does not exist.");
        const next = { ...toConversation(found.data), ...withoutUndefined(change) };
        tx.set(paths.conversation(userId, id), toConversationData(next));
      });
    },

    /** Shows the branch of this message. Throws `not_found` for one that is not there. */
    async show(userId: string, id: string, messageId: string): Promise<void> {
      await store.transaction(async (tx) => {
        const [found, message] = await tx.findMany([
          paths.conversation(userId, id),
          paths.message(userId, id, messageId),
        ]);
        if (!found || !message)
          throw new AppError("not_found", "This message is not there any more.", {
            fields: { leaf: "name a message of this conversation" },
          });
        const { branches } = toConversation(found.data);
        const ending = branches.findIndex(({ leaf }) => leaf === messageId);
        const branch = ending === -1 ? (toStored(message).branch ?? 0) : ending;
        tx.update(paths.conversation(userId, id), { branch });
      });
    },
  };
}
export type Conversations = ReturnType<typeof createConversations>;

const mostSteps = 100;
/** How many can be pinned. */
const mostPinned = 50;

async function readTitles(
  store: Store,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await store.findMany(ids.map((id) => paths.conversation(userId, id)));
  const there = found.filter((document) => document !== null);
  return new Map(there.map(({ id, data }) => [id, toConversation(data).title]));
}

type ListQuery = PageQuery & { archived?: boolean | undefined; folder?: string | undefined };
type FilingPatch = { [KEY in "pinned" | "archived" | "folder"]?: ConversationRecord[KEY] | undefined };

async function listConversations(
  store: Store,
  userId: string,
  { limit, cursor, archived = false, folder }: ListQuery,
) {
  const where: Filter[] = folder === undefined ? [] : [{ field: "folder", op: "==", value: folder }];
  const field = archived ? "archivedAt" : "updatedAt";
  const found = await store.list({
    collection: paths.conversations(userId),
    where,
    orderBy: { field, direction: "desc" },
    ...{ limit, cursor },
  });
  return { conversations: found.documents.map(({ id, data }) => toSummary(id, data)), cursor: found.cursor };
}

export function toSummary(id: string, data: DocumentData): ConversationSummary {
  const { title, createdAt, updatedAt, activeRunId, pinned, archived, folder } = toConversation(data);
  return {
    ...{ id, title, createdAt, updatedAt, activeRunId },
    ...(pinned && { pinned }),
    ...(archived && { archived }),
    ...(folder !== null && { folder }),
  };
}

const deleteWords = (store: Store, userId: string, conversationId: string): Promise<void> =>
  deleteEach(
    store,
    paths.words(userId),
    { field: "conversationId", op: "==", value: conversationId },
    { limit: 20 },
  );
