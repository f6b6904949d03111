import type { MemoryDocument } from "@/lib/data/memories";
import type { EndedFact, Fact } from "@/lib/protocol/memories";
import { sortByRank } from "./rank";
import { findFacts } from "./retrieve/find-facts";
import type { Said } from "./retrieve/question-units";

/** Terms are single words or sentences; without terms everything of the categories, without categories of all. */
export type FactQuery = { terms: readonly string[]; categories: readonly string[] };
/** `before`: what the fact replaced, and what that had replaced, the newest first. */
export type FoundFact = Fact & { before: EndedFact[] };

/** The facts that fit any of the terms, the best first; without terms all of them, by rank. */
export function searchFacts(
  { facts, history }: Pick<MemoryDocument, "facts" | "history">,
  { terms, categories }: FactQuery,
  nearness: ReadonlyMap<string, number> | null,
  now: number,
): FoundFact[] {
  const inCategory = listInCategories(facts, categories).map((fact) => ({
    ...fact,
    before: listBefore(fact, history),
  }));
  if (!hasTerms(terms)) return sortByRank(inCategory, now);
  const earlier = new Map(inCategory.map(({ id, before }) => [id, before.map(({ content }) => content)]));
  return findFacts(inCategory, { said: terms.map(toSaid), nearness, earlier }, now);
}

export function listInCategories(facts: readonly Fact[], categories: readonly string[]): Fact[] {
  return facts.filter(({ category }) => categories.length === 0 || categories.includes(category));
}

export function hasTerms(terms: readonly string[]): boolean {
  return terms.some((term) => term.trim() !== "");
}

const mostBefore = 3;

function listBefore(fact: Fact, history: readonly EndedFact[]): EndedFact[] {
  const before: EndedFact[] = [];
  for (let id = fact.replaces; id !== null && before.length < mostBefore;) {
    const replaced = history.findLast((ended) => ended.id === id && !before.includes(ended));
    if (replaced === undefined) break;
    before.push(replaced);
    id = replaced.replaces;
  }
  return before;
}

/** Names of one or two words are looked for as they are; `my` makes `work` the person's own. */
function toSaid(term: string): Said {
  const text = term.trim();
  const isTerm = text.split(/\s+/).length <= 2 && text.length <= mostOfTerm;
  return { text: isTerm ? `my ${text}` : text, weight: 1, as: isTerm ? "term" : "sentence" };
}

const mostOfTerm = 24;
