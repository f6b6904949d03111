import { LRUCache } from "lru-cache";
import { toWords } from "@/lib/text/words";
import { splitPassages, type TextPassage } from "./split-passages";

export type CountedPassage = { counts: Map<string, number>; length: number };

/** In characters; an index takes some ten times its text. */
const splits = new LRUCache<string, TextPassage[]>({ maxSize: 2_000_000 });
const counted = new WeakMap<TextPassage[], CountedPassage[]>();

/** The passages of a text. Those of the last texts are kept, so that another question to a page costs next to nothing. */
export function getPassages(markdown: string): TextPassage[] {
  const known = splits.get(markdown);
  if (known !== undefined) return known;
  const passages = splitPassages(markdown);
  splits.set(markdown, passages, { size: markdown.length + 1 });
  return passages;
}

/** How often each passage holds each word, its heading's among them. */
export function getCounts(passages: TextPassage[]): CountedPassage[] {
  const known = counted.get(passages);
  if (known !== undefined) return known;
  const counts = passages.map(({ heading, text }) => countWords(`${heading ?? ""} ${text}`));
  counted.set(passages, counts);
  return counts;
}

function countWords(text: string): CountedPassage {
  const words = toWords(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: words.length };
}
