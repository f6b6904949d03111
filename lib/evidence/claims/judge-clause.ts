import type { ClaimProblem } from "@/lib/protocol/claims";
import { findWindows, type Window } from "./align";
import type { Clause } from "./clause";
import { judgeDates, judgeNumbers, type FactJudgement } from "./judge-facts";
import { judgeNames } from "./judge-names";
import { isDenied, isOpposite, isOverstated } from "./polarity";
import { holdsQuote } from "./quotes";
import type { SourceIndex } from "./source-index";

/** What a source has of a statement; `unclear` where the words differ and nothing contradicts. */
export type ClauseStatus = "supported" | "partial" | "unclear" | "contradicted" | "missing";
export type ClauseJudgement = {
  status: ClauseStatus;
  coverage: number;
  problems: ClaimProblem[];
  window: Window | null;
};

const missing: ClauseJudgement = { status: "missing", coverage: 0, problems: ["wording"], window: null };
const ranks: Record<ClauseStatus, number> = {
  supported: 4,
  partial: 3,
  unclear: 2,
  contradicted: 1,
  missing: 0,
};
const nearBest = 0.12;

/** Judges a statement by the places of a source that fit it best. */
export function judgeClause(clause: Clause, index: SourceIndex): ClauseJudgement {
  if (clause.isHan !== index.isHan) return judgeForeign(clause, index);
  const windows = findWindows(clause, index);
  const best = windows[0];
  if (best === undefined) return missing;
  const near = windows.filter(({ score }) => score >= best.score - nearBest);
  const denial = windows.find((window) => isDenied(clause.text, listTexts(index, window)));
  const judged = near.map((window) => judgeWindow(clause, index, window));
  const found = judged.reduce((first, other) => (isBetter(other, first) ? other : first));
  if (denial === undefined || found.status === "contradicted") return found;
  return {
    ...found,
    status: "contradicted",
    problems: [...new Set([...found.problems, "negation" as const])],
    window: denial,
  };
}

/** Of two places that hold a statement, the shorter one is shown. */
function isBetter(one: ClauseJudgement, other: ClauseJudgement): boolean {
  const size = ({ window }: ClauseJudgement) => (window === null ? 0 : window.to - window.from);
  if (one.status !== other.status) return ranks[one.status] > ranks[other.status];
  return (one.status === "supported" || one.status === "partial") && size(one) < size(other);
}

/** Of a statement's words, weighed: from `enough` on it is said there, under `little` it is not; between them it stays open, nearer to one side. */
const enough = 0.62;
export const middle = 0.45;
const little = 0.36;
const comparable = 0.34;

function judgeWindow(clause: Clause, index: SourceIndex, window: Window): ClauseJudgement {
  const facts = [judgeNumbers(clause, index, window), judgeDates(clause, index, window)];
  const names = judgeNames(clause, index, window);
  const judgements = [...facts, names];
  const others = judgeRest(clause, index, window);
  const problems = [
    ...judgements.flatMap(({ problem }) => (problem === null ? [] : [problem])),
    ...others.problems,
  ];
  const agreed = judgements.reduce((sum, { agreed: count }) => sum + count, 0);
  const coverage = Math.min(1, window.coverage + Math.min(0.24, 0.08 * agreed));
  const result = { coverage, problems: [...new Set(problems)], window };
  const isContradicted = judgements.some((one) => one.isContradicted) || others.isContradicted;
  if (isContradicted && (window.coverage >= comparable || agreed > 0))
    return { ...result, status: "contradicted" };
  if (isContradicted)
    return {
      ...result,
      status: "missing",
      problems: [...new Set([...judgements.flatMap(({ problem }) => problem ?? []), "wording" as const])],
    };
  return { ...result, ...settle(coverage, judgements, others.isLess, problems) };
}

function settle(
  coverage: number,
  judgements: FactJudgement[],
  isLess: boolean,
  problems: ClaimProblem[],
): Pick<ClauseJudgement, "status" | "problems"> {
  const isLacking = isLess || judgements.some(({ problem }) => problem !== null);
  if (coverage < little)
    return { status: "missing", problems: [...new Set([...problems, "wording" as const])] };
  if (coverage >= enough)
    return { status: isLacking ? "partial" : "supported", problems: [...new Set(problems)] };
  return {
    status: isLacking ? "missing" : "unclear",
    problems: [...new Set([...problems, "wording" as const])],
  };
}

function judgeRest(clause: Clause, index: SourceIndex, window: Window) {
  const problems: ClaimProblem[] = [];
  const quoted = clause.quotes.every((quote) => holdsQuote(index.getQuotable(), quote));
  if (!quoted) problems.push("quote");
  const texts = listTexts(index, window);
  const opposite = isOpposite(clause.text, texts);
  if (opposite !== null) problems.push(opposite);
  const isLess = opposite === null && isOverstated(clause.text, texts);
  if (isLess) problems.push("wording");
  return { problems, isContradicted: !quoted || opposite !== null, isLess };
}

function listTexts(index: SourceIndex, window: Window): string[] {
  const texts: string[] = [];
  for (let at = window.from; at <= window.to; at++)
    texts.push(...index.getPieces(at).map(({ text }) => text));
  return texts;
}

/** A source in another writing shares numbers, dates and Latin names at most: enough to find a place, never to decide. */
function judgeForeign(clause: Clause, index: SourceIndex): ClauseJudgement {
  const quoted = clause.quotes.every((quote) => holdsQuote(index.getQuotable(), quote));
  for (let at = 0; at < Math.min(index.sentences.length, maxForeign); at++) {
    const pieces = index.getPieces(at);
    const window = { from: at, to: at, coverage: 0, score: 0 };
    if (pieces.every(({ facts }) => facts.numbers.length + facts.dates.length === 0)) continue;
    const judged = [judgeNumbers(clause, index, window), judgeDates(clause, index, window)];
    const isFound =
      judged.some(({ agreed }) => agreed > 0) && judged.every(({ problem }) => problem === null);
    if (isFound && quoted) return { status: "unclear", coverage: little, problems: ["wording"], window };
  }
  return { ...missing, status: quoted ? "unclear" : "missing", problems: quoted ? ["wording"] : ["quote"] };
}

const maxForeign = 400;
