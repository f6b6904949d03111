import type { RankByMeaning } from "@/lib/net/passages";
import type { AskSmall } from "@/lib/protocol/ask";
import { toExcerptWith, writePassages, type Excerpt } from "./excerpt";
import { isQuoteOf, noticeInstructions } from "./notice-instructions";
import type { ToolContext } from "./tool";

export type ReadOptions = {
  query: string;
  maxTokens: number;
  rank?: RankByMeaning | undefined;
  /** Looks for instructions in what is read; absent for a text that is no stranger's. */
  ask?: AskSmall | undefined;
};
/** `quotes`: what in the passages tries to order the reader about. */
export type ReadExcerpt = Excerpt & { quotes: string[]; costMicroUsd: number };

/**
 * What the model is about to read of a text. It is looked at for instructions, however long the text is: side
 * by side with the ordering of the passages, where that is asked for, over all that may be taken.
 */
export async function readExcerpt(
  text: string,
  { query, maxTokens, rank, ask }: ReadOptions,
  { rerank, signal }: Pick<ToolContext, "rerank" | "signal">,
): Promise<ReadExcerpt> {
  let costMicroUsd = 0;
  const notice = async (passages: Excerpt["passages"]): Promise<string[]> => {
    if (ask === undefined) return [];
    const noticed = await noticeInstructions(writePassages(passages), ask, signal);
    costMicroUsd += noticed.costMicroUsd;
    return noticed.quotes;
  };
  let noticed: string[] | null = null;
  const order = async (pool: Excerpt["passages"]): Promise<number[] | null> => {
    const texts = pool.map((passage) => passage.text);
    const asking = rerank?.(query, texts, signal) ?? null;
    if (asking === null) return null;
    const [reranked, quotes] = await Promise.all([asking, notice(pool)]);
    noticed = quotes;
    costMicroUsd += reranked.costMicroUsd;
    return reranked.order;
  };
  const excerpt = await toExcerptWith(text, query, maxTokens, { rank, order });
  const shown = writePassages(excerpt.passages);
  const isAbout = (quotes: string[] | null) => quotes?.every((quote) => isQuoteOf(quote, shown)) ?? false;
  // A quote of what was left out says nothing of what is read.
  const quotes = isAbout(noticed) ? noticed : await notice(excerpt.passages);
  return { ...excerpt, quotes: quotes ?? [], costMicroUsd };
}
