import type { Conversations } from "@/lib/data/conversations";
import type { Messages, StoredMessage } from "@/lib/data/messages";
import type { RecallProgressRecords } from "./records";
import type { SearchIndex } from "@/lib/features/conversation-search/records/search-index";
import { fuseRanks } from "@/lib/language/bm25";
import { toQueryTokens, toTokens } from "@/lib/language/tokens";
import { toKeywords } from "@/lib/language/words";
import { toMessageText } from "@/lib/protocol/message-text";
import type { EmbedTexts } from "@/lib/protocol/ask";
import type { ChunkHit, ChunkIndex } from "@/lib/store/chunks/chunk-index";
import { toConversationsScope } from "@/lib/features/documents/scope";

/** A question of the person with what was answered. `at`: milliseconds since 1970. */
export type SaidBefore = {
  conversationId: string;
  title: string;
  at: number;
  question: string;
  answer: string;
};

/** `costMicroUsd`: what embedding the query cost. */
export type FoundSaid = { said: SaidBefore[]; costMicroUsd: number };

type FindSaidOptions = {
  exceptConversationId: string;
  /** Times in milliseconds since 1970, both included. */
  from: number;
  to: number;
  limit: number;
  signal: AbortSignal;
};
export type FindSaid = (userId: string, query: string, options: FindSaidOptions) => Promise<FoundSaid>;

/** What is near a new question, without being asked for: the messages, for whoever reads their own words. */
export type RecallSaid = (
  userId: string,
  question: string,
  options: { exceptConversationId: string; signal: AbortSignal },
) => Promise<{
  near: { conversationId: string; at: number; question: StoredMessage }[];
  costMicroUsd: number;
}>;

export type FindSaidDeps = {
  index: Pick<ChunkIndex, "search">;
  embed: EmbedTexts;
  searchIndex: Pick<SearchIndex, "search">;
  messages: Pick<Messages, "find" | "listWithBefore" | "listFrom">;
  conversations: Pick<Conversations, "readTitles">;
};

/** Of a search for all words together, and of one for each of the longest. */
const foundAtOnce = 20;
const mostWords = 4;
/** A model that is slow is done without. */
const meaningLimitMs = 2_000;
/** By meaning everything is a little near: so many of the nearest count as found. */
const mostByMeaning = 5;
/**
 * Unasked, only what stands out is told: by its cosine, and by how far it lies above the middle
 * of the found.
 */
const nearest = { most: 2, cosine: 0.3, above: 0.1 };

type PlaceSaid = { conversationId: string; messageId: string | null };

/**
 * What was said in a person's other conversations, by meaning where a model embeds the query, and by all of
 * its words, else by most of its longest ones: ranks are summed (Cormack, Clarke and Büttcher, 2009). What a
 * temporary conversation holds is never found.
 */
export function createFindSaid(deps: FindSaidDeps): FindSaid {
  return async (userId, query, { exceptConversationId, from, to, limit, signal }) => {
    const [byWords, { hits, costMicroUsd }] = await Promise.all([
      listByWords(deps.searchIndex, userId, query),
      searchIndexed(deps, userId, query, signal),
    ]);
    const far = hits.filter(({ keyword }) => keyword === null).slice(mostByMeaning);
    const lists = [hits.filter((hit) => !far.includes(hit)).map(toPlace), byWords];
    const read = await Promise.all(
      lists.map((places) =>
        Promise.all(
          places
            .filter(({ conversationId }) => conversationId !== exceptConversationId)
            .slice(0, 2 * limit)
            .map((place) => readSaid(deps, userId, place)),
        ),
      ),
    );
    const known = new Map(read.flat().flatMap((found) => (found === null ? [] : [[found.key, found.said]])));
    const scores = fuseRanks(
      read.map((list) => list.map((found) => found?.key ?? "")),
      1,
    );
    const best = [...known]
      .filter(([, { at }]) => at >= from && at <= to)
      .map(([key, said]) => ({ said, score: scores.get(key) ?? 0 }))
      .sort((a, b) => b.score - a.score || b.said.at - a.said.at);
    return { said: await nameSaid(deps, userId, best.slice(0, limit)), costMicroUsd };
  };
}

export type RecallSaidDeps = FindSaidDeps & { recallProgress: Pick<RecallProgressRecords, "read"> };

/** Where nothing of the person is indexed yet, nothing is embedded. */
export function createRecallSaid(deps: RecallSaidDeps): RecallSaid {
  return async (userId, question, { exceptConversationId, signal }) => {
    if ((await deps.recallProgress.read(userId)) === null) return { near: [], costMicroUsd: 0 };
    const { hits, costMicroUsd } = await searchIndexed(deps, userId, question, signal);
    const places = listNearest(hits, question)
      .map(toPlace)
      .filter(({ conversationId }) => conversationId !== exceptConversationId);
    const read = await Promise.all(
      places.slice(0, nearest.most).map(async ({ conversationId, messageId }) => {
        const exchange = await readExchange(deps.messages, userId, conversationId, messageId);
        const asked = exchange.find(({ message }) => message.role === "user");
        return asked === undefined
          ? []
          : [{ conversationId, at: asked.message.metadata?.createdAt ?? 0, question: asked }];
      }),
    );
    return { near: read.flat(), costMicroUsd };
  };
}

async function searchIndexed(
  { index, embed }: FindSaidDeps,
  userId: string,
  query: string,
  signal: AbortSignal,
): Promise<{ hits: ChunkHit[]; costMicroUsd: number }> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(meaningLimitMs)]);
  try {
    const embedded = await embed([query], limited).catch(() => null);
    const values = embedded?.vectors[0];
    const { hits } = await index.search(
      {
        ...{ scopes: [toConversationsScope(userId).id], tokens: toQueryTokens(query), documentIds: null },
        ...(embedded === null || values === undefined ? {} : { vector: { model: embedded.model, values } }),
        ...{ limit: foundAtOnce, offset: 0 },
      },
      signal,
    );
    return { hits, costMicroUsd: embedded?.costMicroUsd ?? 0 };
  } catch {
    signal.throwIfAborted();
    return { hits: [], costMicroUsd: 0 };
  }
}

/** What has half of the words, two at least, or is clearly nearer than the rest. */
function listNearest(hits: readonly ChunkHit[], question: string): ChunkHit[] {
  const asked = new Set(toTokens(toKeywords(question)));
  const cosines = hits.flatMap(({ semantic }) => semantic ?? []).sort((a, b) => b - a);
  const middle = cosines.length < 3 ? 0 : (cosines[Math.floor(cosines.length / 2)] ?? 0);
  return hits.filter(({ text, semantic }) => {
    const held = new Set(toTokens(text));
    const shared = [...asked].filter((token) => held.has(token)).length;
    const isNear = semantic !== null && semantic >= nearest.cosine && semantic >= middle + nearest.above;
    return isNear || shared >= Math.max(2, asked.size / 2);
  });
}

function toPlace({ attributes, place }: ChunkHit): PlaceSaid {
  return { conversationId: String(attributes["conversationId"]), messageId: JSON.parse(place) as string };
}

/** The newest first that have all words, else those that have most of the longest. */
async function listByWords(
  searchIndex: Pick<SearchIndex, "search">,
  userId: string,
  query: string,
): Promise<PlaceSaid[]> {
  const search = async (text: string) => {
    const { conversations } = await searchIndex.search(userId, text, { limit: foundAtOnce });
    return conversations.map(({ id, snippet }): PlaceSaid => ({
      conversationId: id,
      messageId: snippet?.messageId ?? null,
    }));
  };
  const words = [...new Set(toKeywords(query).split(" "))];
  const longest = words.sort((a, b) => b.length - a.length).slice(0, mostWords);
  const whole = await search(query);
  if (whole.length > 0 || longest.length < 2) return whole;
  const lists = await Promise.all(longest.map(search));
  const fused = fuseRanks(
    lists.map((places) => places.map((place) => JSON.stringify(place))),
    60,
  );
  return [...fused].sort((a, b) => b[1] - a[1]).map(([place]) => JSON.parse(place) as PlaceSaid);
}

/** `null` where nothing is left of it. */
async function readSaid(
  { messages }: FindSaidDeps,
  userId: string,
  { conversationId, messageId }: PlaceSaid,
) {
  const exchange = await readExchange(messages, userId, conversationId, messageId);
  const [first] = exchange;
  if (first === undefined) return null;
  const said = { conversationId, title: "", ...toSaid(exchange) };
  return { key: `${conversationId}/${first.message.id}`, said };
}

async function nameSaid(
  { conversations }: FindSaidDeps,
  userId: string,
  found: readonly { said: SaidBefore }[],
): Promise<SaidBefore[]> {
  const titles = await conversations.readTitles(
    userId,
    found.map(({ said }) => said.conversationId),
  );
  return found.flatMap(({ said }) => {
    const title = titles.get(said.conversationId);
    return title === undefined ? [] : [{ ...said, title }];
  });
}

/** The message with its question or its answer; where only the title was found, how it began. */
async function readExchange(
  messages: Pick<Messages, "find" | "listWithBefore" | "listFrom">,
  userId: string,
  conversationId: string,
  messageId: string | null,
): Promise<StoredMessage[]> {
  const found = messageId === null ? null : await messages.find(userId, conversationId, messageId);
  if (found?.message.role !== "assistant")
    return messages.listFrom(userId, conversationId, found?.seq ?? 1, 2);
  return messages.listWithBefore(userId, conversationId, found);
}

function toSaid(exchange: readonly StoredMessage[]) {
  const textOf = (role: "user" | "assistant") =>
    exchange
      .flatMap(({ message }) => (message.role === role ? [toMessageText(message)] : []))
      .join("\n\n")
      .trim();
  const { createdAt, startedAt } = exchange[0]?.message.metadata ?? {};
  return { at: createdAt ?? startedAt ?? 0, question: textOf("user"), answer: textOf("assistant") };
}
