import {
  pickPassages,
  rankPassages,
  takeWithin,
  toDocumentOrder,
  type Passage,
  type RankByMeaning,
} from "@/lib/net/passages";
import { estimateTokenCount, sliceByTokens } from "tokenx";

export type Excerpt = { passages: { heading?: string; text: string }[]; isWhole: boolean };

/** All of a text when it fits, else the passages that answer the query best, in their order. */
export function toExcerpt(text: string, query: string, maxTokens: number): Excerpt {
  const limits = toLimits(text, maxTokens);
  return limits === null ? toWhole(text) : toPart(pickPassages(text, query, limits), maxTokens);
}

/** What is known of a text's passages beside their words. */
export type ChoosePassages = {
  rank?: RankByMeaning | undefined;
  /**
   * Gets passages that may answer, the best by words first, twice as many as fit, and gives their places, the
   * best first; `null` leaves them as they are.
   */
  order?: ((passages: Excerpt["passages"]) => Promise<number[] | null>) | undefined;
};

/** The same, also by meaning and by who can order passages, where there is somebody. */
export async function toExcerptWith(
  text: string,
  query: string,
  maxTokens: number,
  { rank, order }: ChoosePassages,
): Promise<Excerpt> {
  const limits = toLimits(text, maxTokens);
  if (limits === null) return toWhole(text);
  const ranked = await rankPassages(text, query, rank);
  const pool = takeWithin(ranked, { ...limits, characters: 2 * limits.characters });
  const places = query.trim() === "" ? null : ((await order?.(pool)) ?? null);
  const ordered = places?.flatMap((place, index) => {
    const passage = pool[place];
    return passage === undefined ? [] : [{ ...passage, score: pool.length - index }];
  });
  return toPart(toDocumentOrder(takeWithin(ordered ?? ranked, limits)), maxTokens);
}

/** `null` for a text that fits whole. */
function toLimits(text: string, maxTokens: number): { passages: number; characters: number } | null {
  const guess = guessTokenCount(text);
  const tokens = guess <= maxTokens ? estimateTokenCount(text) : guess;
  return tokens <= maxTokens
    ? null
    : { passages: 40, characters: Math.floor((text.length * maxTokens) / tokens) };
}

function toWhole(text: string): Excerpt {
  return { passages: [{ text }], isWhole: true };
}

function toPart(picked: Passage[], maxTokens: number): Excerpt {
  const passages = fit(picked, maxTokens).map(({ heading, text }) => ({
    ...(heading === undefined ? {} : { heading }),
    text,
  }));
  return { passages, isWhole: false };
}

const sampleLength = 4_000;
const samples = 5;

/** From samples all over a long text: to count a book's tokens takes longer than to find a passage. */
function guessTokenCount(text: string): number {
  if (text.length <= sampleLength * samples) return estimateTokenCount(text);
  const stride = Math.floor((text.length - sampleLength) / (samples - 1));
  const parts = Array.from({ length: samples }, (_, index) =>
    text.slice(index * stride, index * stride + sampleLength),
  );
  return Math.ceil((estimateTokenCount(parts.join("")) * text.length) / (sampleLength * samples));
}

/** Passages as Markdown, each heading once. */
export function writePassages(passages: Excerpt["passages"]): string {
  return passages
    .map(({ heading, text }, index) =>
      heading !== undefined && heading !== passages[index - 1]?.heading ? `## ${heading}\n${text}` : text,
    )
    .join("\n\n");
}

/** Parts may be denser than the average: what exceeds the limit is cut where it answers least. */
function fit(passages: Passage[], maxTokens: number): Passage[] {
  let room = maxTokens;
  const fitting = new Map<Passage, string>();
  for (const passage of passages.toSorted((a, b) => b.score - a.score)) {
    if (room <= 0) break;
    const text = sliceByTokens(passage.text, 0, room);
    room -= estimateTokenCount(text);
    if (text.trim() !== "") fitting.set(passage, text);
  }
  return passages.flatMap((passage) => {
    const text = fitting.get(passage);
    return text === undefined ? [] : [{ ...passage, text }];
  });
}
