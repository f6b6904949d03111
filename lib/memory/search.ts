import type { Fact } from "@/lib/protocol/memories";
import { sortByRank } from "./rank";

export type FactQuery = { terms: readonly string[]; categories: readonly string[] };

/** The facts that share a word with the terms, those that share most first; without terms all of them, by rank. */
export function searchFacts(facts: readonly Fact[], { terms, categories }: FactQuery, now: number): Fact[] {
  const inCategory = facts.filter(({ category }) => categories.length === 0 || categories.includes(category));
  const wanted = new Set(terms.flatMap(toTerms));
  const ranked = sortByRank(inCategory, now);
  if (wanted.size === 0) return ranked;
  return ranked
    .map((fact) => ({ fact, shared: countShared(fact, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ fact }) => fact);
}

/** Comparable words: English without its commonest endings, Chinese as pairs of neighbouring characters. */
export function toTerms(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]+[+#]*|\p{N}+/gu) ?? [];
  return words.flatMap((word) => (/\p{Script=Han}/u.test(word) ? toPairs(word) : [toStem(word)])).filter((word) => !stopWords.has(word));
}

const stopWords = new Set("the and or of to in is are was my me his her user about what with for on at a an i".split(" "));

function countShared(fact: Fact, wanted: ReadonlySet<string>): number {
  const own = new Set([fact.content, ...fact.keywords].flatMap(toTerms));
  return [...wanted].filter((term) => own.has(term)).length;
}

function toPairs(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

function toStem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word
    .replace(/(?<=[a-z]{3})(?:ing|ed|es)$|(?<=[a-z]{2}[^su])s$/, "")
    .replace(/([^aeiouls])\1$/, "$1")
    .replace(/e$/, "");
}
