import { pickPassages } from "@/lib/net/passages";
import { estimateTokenCount, sliceByTokens } from "tokenx";

export type Excerpt = { passages: { heading?: string; text: string }[]; isWhole: boolean };

/** A text within a number of tokens: all of it when it fits, else the passages that answer the query best, in their order. */
export function toExcerpt(text: string, query: string, maxTokens: number): Excerpt {
  const tokens = estimateTokenCount(text);
  if (tokens <= maxTokens) return { passages: [{ text }], isWhole: true };
  const characters = Math.floor((text.length * maxTokens) / tokens);
  const picked = pickPassages(text, query, { passages: 40, characters });
  const passages = picked.map(({ heading, text: passage }) => ({ ...(heading === undefined ? {} : { heading }), text: passage }));
  return { passages: fit(passages, maxTokens), isWhole: false };
}

/** Passages as Markdown, each heading once. */
export function writePassages(passages: Excerpt["passages"]): string {
  return passages
    .map(({ heading, text }, index) =>
      heading !== undefined && heading !== passages[index - 1]?.heading ? `## ${heading}\n${text}` : text,
    )
    .join("\n\n");
}

/** A text may hold denser parts than its average: what goes beyond the limit is cut at the end. */
function fit(passages: Excerpt["passages"], maxTokens: number): Excerpt["passages"] {
  let room = maxTokens;
  return passages.flatMap((passage) => {
    if (room <= 0) return [];
    const text = sliceByTokens(passage.text, 0, room);
    room -= estimateTokenCount(text);
    return text.trim() === "" ? [] : [{ ...passage, text }];
  });
}
