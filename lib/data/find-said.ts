import { toKeywords } from "@/lib/language/words";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Messages, StoredMessage } from "./messages";
import type { SearchIndex } from "./search-index";

/** A question of the person with what was answered. `at`: milliseconds since 1970. */
export type SaidBefore = {
  conversationId: string;
  title: string;
  at: number;
  question: string;
  answer: string;
};

export type FindSaid = (
  userId: string,
  query: string,
  /** Times in milliseconds since 1970, both included. */
  options: { exceptConversationId: string; from: number; to: number; limit: number },
) => Promise<SaidBefore[]>;

/** Of a search for all words together, and of one for each of the longest. */
const foundAtOnce = 20;
const mostWords = 4;

/**
 * What was said in a person's other conversations with all words of the query, else with most of its longest
 * ones; the newest of equals first. What a temporary conversation holds is never found.
 */
export function createFindSaid(
  searchIndex: Pick<SearchIndex, "search">,
  messages: Pick<Messages, "find" | "findBefore" | "listFrom">,
): FindSaid {
  const search = async (userId: string, text: string) =>
    (await searchIndex.search(userId, text, { limit: foundAtOnce })).conversations;

  return async (userId, query, { exceptConversationId, from, to, limit }) => {
    const words = toKeywords(query).split(" ");
    const longest = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, mostWords);
    const whole = await search(userId, query);
    const lists =
      whole.length > 0 || longest.length < 2
        ? [whole]
        : await Promise.all(longest.map((word) => search(userId, word)));
    const counts = new Map<string, number>();
    const hits = new Map(
      lists.flat().map((hit) => {
        const key = `${hit.id}/${hit.snippet?.messageId ?? ""}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return [key, hit] as const;
      }),
    );
    const ranked = [...hits]
      .filter(([, { id }]) => id !== exceptConversationId)
      .sort(
        ([a, one], [b, other]) =>
          (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || other.updatedAt - one.updatedAt,
      );
    const read = await Promise.all(
      ranked.slice(0, 2 * limit).map(async ([, { id, title, updatedAt, snippet }]) => {
        const exchange = await readExchange(messages, userId, id, snippet?.messageId ?? null);
        return { conversationId: id, title, ...toSaid(exchange, updatedAt) };
      }),
    );
    return read.filter(({ at }) => at >= from && at <= to).slice(0, limit);
  };
}

/** The message with its question or its answer; where only the title was found, how it began. */
async function readExchange(
  messages: Pick<Messages, "find" | "findBefore" | "listFrom">,
  userId: string,
  conversationId: string,
  messageId: string | null,
): Promise<StoredMessage[]> {
  const found = messageId === null ? null : await messages.find(userId, conversationId, messageId);
  if (found?.message.role !== "assistant")
    return messages.listFrom(userId, conversationId, found?.seq ?? 1, 2);
  const question = await messages.findBefore(userId, conversationId, found);
  return question === null ? [found] : [question, found];
}

function toSaid(exchange: readonly StoredMessage[], updatedAt: number) {
  const textOf = (role: "user" | "assistant") =>
    exchange
      .flatMap(({ message }) => (message.role === role ? [toMessageText(message)] : []))
      .join("\n\n")
      .trim();
  const at = exchange[0]?.message.metadata?.createdAt ?? exchange[0]?.message.metadata?.startedAt;
  return { at: at ?? updatedAt, question: textOf("user"), answer: textOf("assistant") };
}
