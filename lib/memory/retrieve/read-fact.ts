import { LRUCache } from "lru-cache";
import type { Fact } from "@/lib/protocol/memories";
import { sameWords, toldTopics, topicCategories } from "./ideas";
import { hasUnspacedScript, toPlainText, type PlainText } from "./plain-text";

/** A fact as it is compared with questions. */
export type ReadFact = {
  id: string;
  plain: string;
  stems: ReadonlySet<string>;
  raws: ReadonlySet<string>;
  /** Chinese words, as far as the dictionary of the runtime knows them. */
  segments: readonly string[];
  /** Ideas of `sameWords`, with the words that say so. */
  ideas: ReadonlyMap<number, readonly string[]>;
  topics: ReadonlySet<number>;
};

type ReadWording = Omit<ReadFact, "id">;

/** Reading takes longer than comparing. */
const wordings = new LRUCache<string, ReadWording>({ max: 1_000 });

/** `earlier`: wordings that the fact replaced, where they are to be found as well. */
export function readFact(
  { id, content, keywords, category }: Fact,
  earlier: readonly string[] = [],
): ReadFact {
  const text = [content, ...keywords, ...earlier].join("\n");
  const key = `${category}\n${text}`;
  const known = wordings.get(key);
  if (known !== undefined) return { ...known, id };
  const read = readWording(toPlainText(text), category);
  wordings.set(key, read);
  return { ...read, id };
}

function readWording(text: PlainText, category: Fact["category"]): ReadWording {
  const topics = new Set(toldTopics.find(text).keys());
  for (const [topic, wanted] of topicCategories.entries()) if (wanted === category) topics.add(topic);
  return {
    plain: text.plain,
    stems: new Set(text.words.map(({ stem }) => stem)),
    raws: new Set(text.words.map(({ raw }) => raw)),
    segments: hasUnspacedScript(text.plain) ? listSegments(text.plain) : [],
    ideas: sameWords.find(text),
    topics,
  };
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

function listSegments(plain: string): string[] {
  return [...segmenter.segment(plain)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
