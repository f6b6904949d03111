import type { Verdict } from "@/lib/features/evidence/shape/claims";
import {
  sides,
  type ExperimentTable,
  type QuestionResult,
  type Side,
  type SideRow,
  type Trial,
  type Winner,
} from "@/lib/features/laboratory/shape/laboratory";
import { hasChosenWell, hasPassed } from "./check-expectations";
import { toMedian, toShare, toWins } from "./statistics";
import { toVerdict } from "./verdict";

/** What an experiment has come to so far. Pairs count where both sides have answered. */
export function summarize(results: readonly QuestionResult[]): ExperimentTable {
  const pairs = results.flatMap(({ live, draft }) => (live && draft ? [{ live, draft }] : []));
  const compare = (toValue: (trial: Trial) => number) =>
    toWins(pairs.map(({ live, draft }) => toLower(toValue(live), toValue(draft))));
  const asked = results.flatMap(({ judged }) => judged ?? []);
  const wins = {
    passes: compare((trial) => (hasPassed(trial) ? 0 : 1)),
    judged: toWins(asked.flatMap(({ winner }) => winner ?? [])),
    chosen: toWins(results.flatMap(({ chosen }) => chosen ?? [])),
    cheaper: compare(({ costMicroUsd }) => costMicroUsd),
    faster: compare(({ tookMs }) => tookMs),
  };
  return {
    ...wins,
    rows: sides.map((side) => toRow(side, results)),
    verdict: toVerdict(wins, pairs.length),
    unjudged: { count: asked.filter(({ winner }) => winner === null).length, of: asked.length },
  };
}

function toLower(live: number, draft: number): Winner {
  if (live === draft) return "tie";
  return live < draft ? "live" : "draft";
}

function toRow(side: Side, results: readonly QuestionResult[]): SideRow {
  const trials = results.flatMap((result) => result[side] ?? []);
  const costs = trials.map(({ costMicroUsd }) => costMicroUsd);
  const marks: Partial<Record<Verdict, number>> = {};
  for (const trial of trials)
    for (const [verdict, count] of Object.entries(trial.marks) as [Verdict, number][])
      marks[verdict] = (marks[verdict] ?? 0) + count;
  return {
    side,
    answered: trials.length,
    costMicroUsd: costs.reduce((sum, cost) => sum + cost, 0),
    medianCostMicroUsd: toMedian(costs),
    medianMs: toMedian(trials.map(({ tookMs }) => tookMs)),
    passed: toShare(trials.filter(hasPassed).length, trials.length),
    chosenWell: toChosenWell(trials),
    marks,
  };
}

/** Of those of which it is expected that tools are called, or are not; `null` without any. */
function toChosenWell(trials: readonly Trial[]): SideRow["chosenWell"] {
  const choices = trials.map(hasChosenWell).filter((isRight) => isRight !== null);
  return choices.length === 0 ? null : toShare(choices.filter(Boolean).length, choices.length);
}
