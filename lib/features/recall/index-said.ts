import type { Conversations } from "@/lib/data/conversations";
import type { KeptRecords } from "@/lib/data/kept-records";
import type { Messages, StoredMessage } from "@/lib/data/messages";
import type { RecallProgressRecords } from "./records";
import { readText } from "@/lib/data/turn-words";
import type { Ground } from "@/lib/engine/ground";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { ChunkIndex, NewChunk } from "@/lib/store/chunks/chunk-index";
import { indexChunks } from "@/lib/features/documents/index-document";
import { toConversationsScope } from "@/lib/features/documents/scope";

export type IndexSaidDeps = Pick<Ground, "index" | "embed" | "maySpend" | "payFor" | "now"> & {
  conversations: Pick<Conversations, "find" | "list">;
  messages: Pick<Messages, "listFrom">;
  recallProgress: RecallProgressRecords;
  /** The embedding models of the moment; without one only words are indexed. */
  listEmbeddingModels: () => Promise<readonly string[]>;
  /** Whether memory is on, for the site and the person. */
  isWanted: (userId: string) => Promise<boolean>;
};

/** So many conversations at a time; each in pieces of so many messages, of which the newest are kept. */
const conversationsAtOnce = 10;
const messagesOfPart = 40;
const mostParts = 10;
const mostPartsOfPerson = 500;
/** Of a question and of an answer, in characters: their beginnings tell what they are about. */
const mostCharacters = 1_500;
const laterMs = 3_600_000;

/**
 * Indexes what a person said and was told, the newest first, then what is older in small lots. Gives when to
 * go on, `null` when all is indexed. What no model embeds is found by words, and tried again later.
 */
export function createIndexSaid(deps: IndexSaidDeps) {
  const { conversations, recallProgress, now } = deps;
  return async ({ userId }: { userId: string }, signal: AbortSignal): Promise<number | null> => {
    if (!(await deps.isWanted(userId))) return null;
    if (!(await deps.maySpend(userId))) return now() + laterMs;
    const lot = await openLot(deps, userId, signal);
    const models = lot.models.join(" ");
    const kept = await recallProgress.read(userId);
    const before = kept?.models === models ? kept : { cursor: null, isDone: false, isLacking: false };
    const page = { limit: conversationsAtOnce };
    const newest = await conversations.list(userId, page);
    const changed = await lot.index(newest.conversations);
    // Where all of them are new, there may be more of them behind.
    let { cursor, isDone } = changed < newest.conversations.length ? before : { cursor: null, isDone: false };
    if (!isDone) {
      const older = cursor === null ? newest : await conversations.list(userId, { ...page, cursor });
      if (cursor !== null) await lot.index(older.conversations);
      cursor = older.cursor;
      isDone = cursor === null || (await dropOldest(deps, userId)) === mostPartsOfPerson;
    }
    const isLacking = before.isLacking || lot.isLacking();
    const isAgain = isDone && isLacking;
    await recallProgress.write(userId, {
      models,
      ...(isAgain ? { cursor: null, isDone: false, isLacking: false } : { cursor, isDone, isLacking }),
    });
    return isAgain ? now() + laterMs : isDone ? null : now();
  };
}

/** What is found of conversations; of a temporary one there is nothing. */
export const keptSaid = (index: ChunkIndex): KeptRecords => ({
  afterConversation: async (userId, id, found) =>
    found?.temporary === true ? undefined : forgetSaid(index, userId, id),
});

async function forgetSaid(index: ChunkIndex, userId: string, conversationId: string): Promise<void> {
  const scope = toConversationsScope(userId).id;
  for (const { documentId, attributes } of await index.listDocuments(scope))
    if (attributes["conversationId"] === conversationId) await index.delete(scope, documentId);
}

/** Indexes those that have changed, and says how many that were. */
async function openLot(deps: IndexSaidDeps, userId: string, signal: AbortSignal) {
  const models = await deps.listEmbeddingModels();
  const known = await deps.index.listDocuments(toConversationsScope(userId).id);
  const isUsable = (model: string | null) =>
    model === null ? models.length === 0 : models.includes(model) || models.length === 0;
  const partsOf = (id: string) =>
    known.filter(({ attributes, model }) => attributes["conversationId"] === id && isUsable(model));
  let isLacking = false;
  return {
    models,
    isLacking: () => isLacking,
    async index(listed: readonly ConversationSummary[]): Promise<number> {
      const changed = listed.filter(
        ({ id, updatedAt, activeRunId }) =>
          activeRunId === null &&
          !partsOf(id).some(({ attributes }) => attributes["updatedAt"] === updatedAt),
      );
      for (const { id, updatedAt } of changed) {
        const said = { userId, conversationId: id, updatedAt, hasModel: models.length > 0 };
        const isWhole = await indexConversation(deps, said, partsOf(id), signal);
        isLacking ||= !isWhole;
      }
      return changed.length;
    },
  };
}

type SaidConversation = { userId: string; conversationId: string; updatedAt: number; hasModel: boolean };
type IndexedDocuments = Awaited<ReturnType<ChunkIndex["listDocuments"]>>;

/** Parts that are full do not change. `false` where a model should have embedded it and none did. */
async function indexConversation(
  deps: IndexSaidDeps,
  { userId, conversationId, updatedAt, hasModel }: SaidConversation,
  known: IndexedDocuments,
  signal: AbortSignal,
): Promise<boolean> {
  const scope = toConversationsScope(userId);
  const lastSeq = (await deps.conversations.find(userId, conversationId))?.lastSeq ?? 0;
  const lastPart = Math.floor(Math.max(0, lastSeq - 1) / messagesOfPart);
  let isWhole = true;
  for (let part = Math.max(0, lastPart - mostParts + 1); part <= lastPart; part += 1) {
    signal.throwIfAborted();
    const documentId = `${conversationId}.${part}`;
    const isFull = known.some((each) => each.documentId === documentId && each.attributes["isFull"] === 1);
    if (isFull && part < lastPart) continue;
    const first = part * messagesOfPart + 1;
    // With the question of its first answer.
    const messages = await deps.messages.listFrom(
      userId,
      conversationId,
      Math.max(1, first - 1),
      messagesOfPart + 1,
    );
    const chunks = toChunks(
      messages.filter(({ seq }) => seq < first + messagesOfPart),
      first,
    );
    const attributes = { conversationId, updatedAt, isFull: part < lastPart ? 1 : 0 };
    const { isWordsOnly } = await deps.payFor(userId, () =>
      indexChunks(deps, scope, { documentId, attributes, chunks }, signal),
    );
    isWhole &&= chunks.length === 0 || !hasModel || !isWordsOnly;
  }
  // Deleted, or made a temporary one's end, while it was indexed.
  if ((await deps.conversations.find(userId, conversationId)) === null)
    await forgetSaid(deps.index, userId, conversationId);
  return isWhole;
}

/** Each answer with its question, by their beginnings. */
function toChunks(messages: readonly StoredMessage[], first: number): NewChunk[] {
  let question: StoredMessage | null = null;
  return messages.flatMap((stored): NewChunk[] => {
    const { message, seq } = stored;
    if (message.role === "user") question = stored;
    if (message.role !== "assistant" || seq < first) return [];
    const texts = [question?.message ?? null, message].map((each) =>
      (each === null ? "" : readText(each)).trim().slice(0, mostCharacters),
    );
    const text = texts.join("\n\n").trim().toWellFormed();
    return text === "" ? [] : [{ id: message.id, text, place: JSON.stringify(message.id) }];
  });
}

/** Keeps the newest pieces, and says how many there are. */
async function dropOldest({ index }: IndexSaidDeps, userId: string): Promise<number> {
  const scope = toConversationsScope(userId).id;
  const toTime = ({ attributes }: IndexedDocuments[number]) => Number(attributes["updatedAt"] ?? 0);
  const documents = (await index.listDocuments(scope)).sort((a, b) => toTime(b) - toTime(a));
  for (const { documentId } of documents.slice(mostPartsOfPerson)) await index.delete(scope, documentId);
  return Math.min(documents.length, mostPartsOfPerson);
}
