import { judgeFacts } from "@/lib/memory/compare/judge-facts";
import { createRelateFact, type RelateDeps } from "@/lib/memory/compare/relate-fact";
import { relateByRules } from "@/lib/memory/compare/relate-by-rules";
import type { CompareMeaning } from "@/lib/memory/retrieve/nearness";
import {
  pairSets,
  readChanges,
  readPairs,
  readSideBySide,
  relationKinds,
  type Pair,
  type RelationKind,
} from "@/tests/evaluation/memory-pairs/suite";

const memorySize = 26;

/** English pairs of which rules could not tell how they stand, where the new fact meets the old one among others. */
export type OpenPair = Pair & {
  nearness: number;
  /** Whether the small model is shown the old fact. */
  shownByWords: boolean;
  shownByMeaning: boolean;
  /** What comes out with a small model that answers by the labels, which only shows what reaches it. */
  found: RelationKind;
};

export async function listOpenPairs(compareMeaning: CompareMeaning): Promise<OpenPair[]> {
  const pairs = listEnglishPairs();
  const open: OpenPair[] = [];
  for (const pair of pairs.filter(isLeftOpen)) {
    const facts = fillMemory(pair, pairs);
    const byWords = await relate(pair, facts, async () => null);
    const byMeaning = await relate(pair, facts, compareMeaning);
    const compared = await compareMeaning(pair.new, [pair.old], AbortSignal.timeout(30_000));
    open.push({
      ...pair,
      nearness: compared?.scores[0] ?? Number.NaN,
      shownByWords: byWords.isShown,
      shownByMeaning: byMeaning.isShown,
      found: byMeaning.found,
    });
  }
  return open;
}

export function listEnglishPairs(): Pair[] {
  return [...pairSets.flatMap((set) => readPairs(set, "en")), ...readChanges(), ...readSideBySide()].filter(
    ({ language }) => language === "en",
  );
}

function isLeftOpen({ old, new: fresh }: Pair): boolean {
  const [judged] = judgeFacts(fresh, [{ id: "known", content: old }]);
  return judged?.kind === "unsure" || judged?.kind === "open";
}

/** The old fact in the midst of others that rules do not relate to the new one. */
function fillMemory(pair: Pair, pairs: readonly Pair[]): { id: string; content: string }[] {
  const start = pairs.indexOf(pair) + 1;
  const others = [...new Set([...pairs.slice(start), ...pairs.slice(0, start)].map(({ old }) => old))].filter(
    (content) => content !== pair.old && isUndecided(pair.new, content),
  );
  const contents = others.slice(0, memorySize - 1).toSpliced(memorySize / 2, 0, pair.old);
  return contents.map((content, index) => ({ id: content === pair.old ? "old" : `other-${index}`, content }));
}

function isUndecided(fresh: string, known: string): boolean {
  const { kind } = relateByRules(fresh, [{ id: "known", content: known }]);
  return kind === "separate" || kind === "unsure";
}

async function relate(
  { old, new: fresh, expected }: Pair,
  facts: { id: string; content: string }[],
  compareMeaning: RelateDeps["compareMeaning"],
): Promise<{ isShown: boolean; found: RelationKind }> {
  let isShown = false;
  const relateFact = createRelateFact({
    compareMeaning,
    askSmallModel: async ({ prompt }) => {
      const place = [...prompt.matchAll(/<known>(\d+)\. (.*)<\/known>/gu)].find(
        ([, , content]) => content === old,
      );
      isShown = place !== undefined;
      const answer =
        expected === "separate" || place === undefined
          ? { relation: "separate" }
          : { relation: expected, fact: Number(place[1]) };
      return { text: JSON.stringify(answer), costMicroUsd: 0 };
    },
  });
  const { relation } = await relateFact(fresh, facts, AbortSignal.timeout(30_000));
  return { isShown, found: relation.kind };
}

/** How near the pairs that rules leave open are in meaning, and how many of their old facts the small model is shown. */
export function writeOpenTable(pairs: readonly OpenPair[]): string {
  const rows = relationKinds.map((kind) => {
    const own = pairs.filter(({ expected }) => expected === kind);
    const sorted = own.map(({ nearness }) => nearness).toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2);
    const shown = (isShown: (pair: OpenPair) => boolean) => `${own.filter(isShown).length} of ${own.length}`;
    return `| ${kind} | ${own.length} | ${at(0)} | ${at(0.5)} | ${at(1)} | ${shown((pair) => pair.shownByWords)} | ${shown((pair) => pair.shownByMeaning)} |`;
  });
  return [
    "| Pairs left open | Number | Least cosine | Median | Greatest | Old fact among the 10 by words | Among the 5 by meaning |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
