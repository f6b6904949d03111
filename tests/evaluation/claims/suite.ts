import { readFileSync } from "node:fs";
import { checkClaims } from "@/lib/evidence/claims/check-claims";
import { verdicts, type ClaimProblem, type Verdict } from "@/lib/protocol/claims";

export const claimClasses = [
  "true",
  "paraphrased",
  "half-true",
  "negated",
  "wrong number",
  "wrong name",
  "wrong date",
  "false",
] as const;
export type ClaimClass = (typeof claimClasses)[number];
export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];
export const suiteSets = ["a", "b", "c"] as const;
export type SuiteSet = (typeof suiteSets)[number];

type Source = {
  id: string;
  title: string;
  publishedAt?: string;
  text: string[];
  cases: { class: ClaimClass; sentence: string }[];
};
export type JudgedCase = {
  source: string;
  class: ClaimClass;
  language: Language;
  sentence: string;
  expected: Verdict;
  verdict: Verdict;
  problems: ClaimProblem[];
  isUndecided: boolean;
};

/** One statement that is wrong in something is not found; of two of which one holds, the sentence holds partly. */
export function toExpected(name: ClaimClass): Verdict {
  if (name === "true" || name === "paraphrased") return "supported";
  return name === "half-true" ? "partly" : "not_found";
}

/** Asks the rules about every sentence of a set, each as an answer of its own that cites its source. */
export function judgeSet(set: SuiteSet, language: Language): JudgedCase[] {
  const file = new URL(`./${set}-${language}.json`, import.meta.url);
  const sources = JSON.parse(readFileSync(file, "utf8")) as Source[];
  return sources.flatMap((source) => source.cases.map((one) => judge(source, one, language)));
}

function judge(source: Source, one: { class: ClaimClass; sentence: string }, language: Language): JudgedCase {
  const { id, title, publishedAt, text } = source;
  const kept = {
    number: 1,
    evidenceId: "r_1",
    title,
    text: text.join("\n\n"),
    retrievedAt: 0,
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
  const answer = one.sentence.replace(/([.。])?$/, "[1]$1");
  const { claims, undecided } = checkClaims({ parts: [answer], sources: [kept] });
  const claim = claims[0];
  if (claim === undefined) throw new Error(`No claim was found in: ${answer}`);
  const expected = toExpected(one.class);
  const problems = claim.sources.flatMap((cited) => cited.problems);
  return {
    source: id,
    class: one.class,
    language,
    sentence: one.sentence,
    expected,
    verdict: claim.verdict,
    problems,
    isUndecided: undecided.length > 0,
  };
}

export type Rates = { precision: number; recall: number; given: number; expected: number };

/** Of the sentences given a mark, how many deserve it; of those that deserve it, how many got it. */
export function rateMark(cases: readonly JudgedCase[], mark: Verdict): Rates {
  const given = cases.filter(({ verdict }) => verdict === mark);
  const expected = cases.filter((one) => one.expected === mark);
  const right = given.filter((one) => one.expected === mark).length;
  return {
    precision: right / given.length,
    recall: right / expected.length,
    given: given.length,
    expected: expected.length,
  };
}

/** The share of a class that got the mark it deserves. */
export function rateClass(cases: readonly JudgedCase[], name: ClaimClass): { right: number; all: number } {
  const all = cases.filter((one) => one.class === name);
  return { right: all.filter(({ verdict, expected }) => verdict === expected).length, all: all.length };
}

/** Two tables in Markdown: marks and classes, by set and language. */
export function writeTables(
  groups: readonly { set: SuiteSet; language: Language; cases: JudgedCase[] }[],
): string {
  const marks = groups.map(({ set, language, cases }) => {
    const cells = verdicts
      .map((mark) => rateMark(cases, mark))
      .map(({ precision, recall }) => `${precision.toFixed(2)} / ${recall.toFixed(2)}`);
    const settled = cases.filter(({ isUndecided }) => !isUndecided);
    const right = settled.filter(({ verdict, expected }) => verdict === expected).length;
    return `| ${set.toUpperCase()} ${language} | ${[...cells, `${right} of ${settled.length}`, cases.length - settled.length].join(" | ")} |`;
  });
  const classes = groups.map(({ set, language, cases }) => {
    const cells = claimClasses
      .map((name) => rateClass(cases, name))
      .map(({ right, all }) => `${right} of ${all}`);
    return `| ${set.toUpperCase()} ${language} | ${cells.join(" | ")} |`;
  });
  return [
    `| Set | ${verdicts.join(" | ")} | right where settled | left to a model |`,
    "|---|---|---|---|---|---|",
    ...marks,
    "",
    `| Set | ${claimClasses.join(" | ")} |`,
    `|---|${"---|".repeat(claimClasses.length)}`,
    ...classes,
  ].join("\n");
}
