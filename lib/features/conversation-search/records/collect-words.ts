import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toConversation } from "@/lib/data/conversations";
import { toStored, type StoredMessage } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { termsFormat } from "@/lib/data/search-terms";
import { toTitleWords, toTurnWords } from "@/lib/data/turn-words";

/** `cursor`: the conversations up to it are done, by id. Words of another format are collected anew. */
const progressSchema = z.object({
  cursor: z.string().nullable(),
  isDone: z.boolean(),
  format: z.literal(termsFormat),
});
type Progress = z.output<typeof progressSchema>;

export async function isCollected(store: Store, userId: string): Promise<boolean> {
  return (await readProgress(store, userId)).isDone;
}

/**
 * Writes the words of what was said before words were kept, of `count` conversations at most, from where it
 * stopped before; `true` when none are left. May be done twice: the words of a turn are the same again.
 */
export async function collectOlderWords(store: Store, userId: string, count: number): Promise<boolean> {
  const { cursor, isDone } = await readProgress(store, userId);
  if (isDone) return true;
  const page = await store.list({
    collection: paths.conversations(userId),
    limit: count,
    ...(cursor === null ? {} : { cursor }),
  });
  for (const { id } of page.documents) await collectWords(store, userId, id);
  const progress: Progress = { cursor: page.cursor, isDone: page.cursor === null, format: termsFormat };
  await store.set(paths.wordsProgress(userId), progress);
  return progress.isDone;
}

async function readProgress(store: Store, userId: string): Promise<Progress> {
  const found = await store.find(paths.wordsProgress(userId));
  return progressSchema.safeParse(found?.data).data ?? { cursor: null, isDone: false, format: termsFormat };
}

/** Few at a time: a message may have a megabyte. */
const pageSize = 20;

/** Writes the words of all that was said in a conversation, unless it is temporary. */
export async function collectWords(store: Store, userId: string, id: string): Promise<void> {
  for (let place: CollectPlace | null = { from: 1, question: null }; place !== null;)
    place = await collectPage(store, { userId, id, ...place });
}

type CollectPlace = { from: number; question: StoredMessage | null };

/** In a transaction, so that nothing said, renamed or deleted meanwhile is overwritten. `null` at the end. */
function collectPage(
  store: Store,
  { userId, id, from, question: lastQuestion }: CollectPlace & { userId: string; id: string },
): Promise<CollectPlace | null> {
  return store.transaction(async (tx) => {
    const found = await tx.find(paths.conversation(userId, id));
    const conversation = found === null ? null : toConversation(found.data);
    if (conversation === null || conversation.temporary) return null;
    const { title, updatedAt } = conversation;
    const { documents, cursor } = await tx.list({
      collection: paths.messages(userId, id),
      where: [{ field: "seq", op: ">=", value: from }],
      orderBy: { field: "seq", direction: "asc" },
      limit: pageSize,
    });
    if (from === 1)
      tx.set(paths.turnWords(userId, id, 0), toTitleWords({ conversationId: id, at: updatedAt, title }));
    let question = lastQuestion;
    let next = from;
    for (const stored of documents.map(toStored)) {
      next = stored.seq + 1;
      if (stored.message.role === "assistant") {
        const asked = question?.seq === stored.seq - 1 ? question.message : null;
        const data = toTurnWords({
          conversationId: id,
          at: toTime(stored.message, updatedAt),
          seq: stored.seq,
          question: asked,
          reply: stored.message,
        });
        tx.set(paths.turnWords(userId, id, stored.seq), data);
      } else question = stored;
    }
    return cursor === null ? null : { from: next, question };
  });
}

function toTime({ metadata }: ChatMessage, otherwise: number): number {
  return metadata?.endedAt ?? metadata?.startedAt ?? metadata?.createdAt ?? otherwise;
}
