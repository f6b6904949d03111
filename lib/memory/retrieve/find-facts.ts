import { sortByRank } from "@/lib/memory/rank";
import type { Fact } from "@/lib/protocol/memories";
import { fuseRanks } from "./fuse";
import { matchWords } from "./match-words";
import { listUnits, type Said } from "./question-units";
import { readFact } from "./read-fact";

export type FactSearch = {
  said: readonly Said[];
  /** Facts that are near the question in meaning, by id, the higher the nearer; `null` when nobody can tell. */
  nearness: ReadonlyMap<string, number> | null;
  /** Earlier wordings that facts are to be found by as well, by id. */
  earlier?: ReadonlyMap<string, readonly string[]>;
};

/** Below this one word does not make a fact fit. */
const leastStrength = 0.5;
/** Recency and use part what fits equally well, and lift what is far ahead in them by a place. */
const rankWeight = 0.1;

/** The facts that fit what was said by words or by meaning, the best first; none when nothing fits. */
export function findFacts<FACT extends Fact>(
  facts: readonly FACT[],
  { said, nearness, earlier }: FactSearch,
  now: number,
): FACT[] {
  const ranked = sortByRank(facts, now);
  const matches = matchWords(
    ranked.map((fact) => readFact(fact, earlier?.get(fact.id))),
    listUnits(said),
  );
  const scored = ranked.map((fact, index) => ({
    fact,
    score: matches[index]?.score ?? 0,
    isFitting: (matches[index]?.strength ?? 0) >= leastStrength,
    near: nearness?.get(fact.id) ?? 0,
  }));
  const found = scored.filter(({ isFitting, near }) => isFitting || near > 0);
  const fused = fuseRanks([
    {
      ids: toIds(found.filter(({ isFitting }) => isFitting).toSorted((a, b) => b.score - a.score)),
      weight: 1,
    },
    { ids: toIds(found.filter(({ near }) => near > 0).toSorted((a, b) => b.near - a.near)), weight: 1 },
    { ids: toIds(found), weight: rankWeight },
  ]);
  const place = ({ id, notUseful }: Fact) => (fused.get(id) ?? 0) / (1 + notUseful / 2);
  return found.map(({ fact }) => fact).toSorted((a, b) => place(b) - place(a));
}

function toIds(found: readonly { fact: Fact }[]): string[] {
  return found.map(({ fact }) => fact.id);
}
