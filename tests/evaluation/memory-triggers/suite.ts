import { readFileSync } from "node:fs";
import { findExplicitFacts } from "@/lib/memory/learn/triggers/find-explicit-facts";

type TriggerSet = "developed" | "unseen" | "later";
export const triggerLanguages = ["en", "zh"] as const;
type TriggerLanguageName = (typeof triggerLanguages)[number];

/** `facts` are parts of the facts that must be kept, in order; `as` is category and tier where they are clear. */
type Save = { text: string; facts: string[]; as?: string };
type Judged = { text: string; expected: string[]; found: string[]; isRight: boolean };
type JudgedSet = { set: TriggerSet; language: TriggerLanguageName; saves: Judged[]; ignores: Judged[] };

export function judgeTriggers(set: TriggerSet, language: TriggerLanguageName): JudgedSet {
  const file = new URL(`./${set}-${language}.json`, import.meta.url);
  const { saves, ignores } = JSON.parse(readFileSync(file, "utf8")) as { saves: Save[]; ignores: string[] };
  return {
    set,
    language,
    saves: saves.map(judgeSave),
    ignores: ignores.map((text) => judgeSave({ text, facts: [] })),
  };
}

function judgeSave({ text, facts, as }: Save): Judged {
  const kept = findExplicitFacts(text);
  const isSaid =
    kept.length === facts.length && facts.every((fact, index) => kept[index]?.content.includes(fact));
  const isSorted = as === undefined || kept.every(({ category, tier }) => `${category}/${tier}` === as);
  return {
    text,
    expected: facts,
    found: kept.map(({ content, category, tier }) => `${content} (${category}/${tier})`),
    isRight: isSaid && isSorted,
  };
}

export function writeTriggerTable(sets: readonly JudgedSet[]): string {
  const count = (judged: readonly Judged[]) =>
    `${judged.filter(({ isRight }) => isRight).length} of ${judged.length}`;
  const rows = sets.map(
    ({ set, language, saves, ignores }) => `| ${set} ${language} | ${count(saves)} | ${count(ignores)} |`,
  );
  return ["| Set | kept as it should be | left alone |", "|---|---|---|", ...rows].join("\n");
}
