import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toConversation } from "@/lib/data/conversations";
import { toStored } from "@/lib/data/messages";
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
  for (let from: number | null = 1; from !== null;) from = await collectPage(store, { userId, id, from });
}

/** In a transaction, so that nothing said, renamed or deleted meanwhile is overwritten. `null` at the end. */
function collectPage(
  store: Store,
  { userId, id, from }: { userId: string; id: string; from: number },
): Promise<number | null> {
  return store.transaction(async (tx) => {
    const found = await tx.find(paths.conversation(userId, id));
    const conversation = found === null ? null : toConversation(found.data);
    if (conversation === null || conversation.temporary) return null;
    const { title, updatedAt } = conversation;
    const { documents, cursor } = await tx.list({
      collection: paths.messages(userId, id),
      // With the question of its first answer.
      where: [{ field: "seq", op: ">=", value: from - 1 }],
      orderBy: { field: "seq", direction: "asc" },
      limit: pageSize,
    });
    if (from === 1)
      tx.set(paths.turnWords(userId, id, 0), toTitleWords({ conversationId: id, at: updatedAt, title }));
    const messages = documents.map(toStored);
    for (const [place, { seq, message: reply }] of messages.entries()) {
      if (reply.role !== "assistant" || seq < from) continue;
      const before = messages[place - 1];
      const question = before?.seq === seq - 1 && before.message.role === "user" ? before.message : null;
      const said = { conversationId: id, at: toTime(reply, updatedAt), seq, question, reply };
      tx.set(paths.turnWords(userId, id, seq), toTurnWords(said));
    }
    return cursor === null ? null : (messages.at(-1)?.seq ?? from) + 1;
  });
}

function toTime({ metadata }: ChatMessage, otherwise: number): number {
  return metadata?.endedAt ?? metadata?.startedAt ?? metadata?.createdAt ?? otherwise;
}
