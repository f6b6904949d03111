import { readFileSync } from "node:fs";
import type { Relation } from "@/lib/memory/compare/relation";

export const relationKinds = ["duplicate", "update", "contradiction", "separate"] as const;
export type RelationKind = Relation["kind"];
export const pairSets = ["a", "b", "c", "d"] as const;
export type PairSet = (typeof pairSets)[number];
export const pairLanguages = ["en", "zh", "mixed"] as const;
export type PairLanguage = (typeof pairLanguages)[number];

/** A fact that is known, a new one, and how the new one stands to it. */
export type Pair = { old: string; new: string; expected: RelationKind; language: PairLanguage };
export type JudgedPair = Pair & { set: PairSet; found: RelationKind };
export type JudgePair = (pair: Pair) => Promise<RelationKind> | RelationKind;

export function readPairs(set: PairSet, language: PairLanguage): Pair[] {
  return JSON.parse(readFileSync(new URL(`./${set}-${language}.json`, import.meta.url), "utf8")) as Pair[];
}

/** Facts of one kind that are true beside each other: the first 80 were written before rules knew words of change such as "switched to", the others after; the last 50 beside the rules for what comes to what is there. */
export function readSideBySide(): Pair[] {
  return readRelated("side-by-side", "separate");
}

/** Changes as people tell them, written after the rules for words of change. */
export function readChanges(): Pair[] {
  return readRelated("changes", "update");
}

function readRelated(name: string, expected: RelationKind): Pair[] {
  const pairs = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8")) as Omit<
    Pair,
    "expected"
  >[];
  return pairs.map((pair) => ({ ...pair, expected }));
}

export async function judgePairs(
  set: PairSet,
  language: PairLanguage,
  judge: JudgePair,
): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = [];
  for (const pair of readPairs(set, language)) judged.push({ ...pair, set, found: await judge(pair) });
  return judged;
}

/** Of the pairs given a relation, how many deserve it; of those that deserve it, how many got it. Nothing given is nothing wrong. */
export function rateRelation(
  pairs: readonly JudgedPair[],
  kind: RelationKind,
): { precision: number; recall: number } {
  const given = pairs.filter(({ found }) => found === kind);
  const expected = pairs.filter((pair) => pair.expected === kind);
  const right = given.filter((pair) => pair.expected === kind).length;
  return { precision: given.length === 0 ? 1 : right / given.length, recall: right / expected.length };
}

/** Separate facts of which one would be lost. */
export function listFalse(pairs: readonly JudgedPair[]): JudgedPair[] {
  return pairs.filter(({ expected, found }) => expected === "separate" && found !== "separate");
}

/** A table in Markdown: precision / recall of each relation, by set and language. */
export function writePairTable(
  groups: readonly { set: PairSet; language: PairLanguage; pairs: JudgedPair[] }[],
): string {
  const rows = groups.map(({ set, language, pairs }) => {
    const cells = relationKinds
      .map((kind) => rateRelation(pairs, kind))
      .map(({ precision, recall }) => `${precision.toFixed(2)} / ${recall.toFixed(2)}`);
    const right = pairs.filter(({ expected, found }) => expected === found).length;
    return `| ${set.toUpperCase()} ${language} | ${cells.join(" | ")} | ${right} of ${pairs.length} | ${listFalse(pairs).length} |`;
  });
  return [
    `| Set | ${relationKinds.join(" | ")} | right | separate facts lost |`,
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
