import { LRUCache } from "lru-cache";
import { createIndex, type Bm25Index } from "@/lib/language/bm25";
import { splitPassages, type TextPassage } from "./split-passages";

export type IndexedPassages = { passages: TextPassage[]; index: Bm25Index };

/** In characters; an index takes some ten times its text. */
const known = new LRUCache<string, IndexedPassages>({ maxSize: 2_000_000 });

/** The passages of a text with an index over them; a heading counts as part of its passage. The last texts' are kept. */
export function indexPassages(markdown: string): IndexedPassages {
  const before = known.get(markdown);
  if (before !== undefined) return before;
  const passages = splitPassages(markdown);
  const index = createIndex(passages.map(({ heading, text }) => `${heading ?? ""} ${text}`));
  const indexed = { passages, index };
  known.set(markdown, indexed, { size: markdown.length + 1 });
  return indexed;
}
