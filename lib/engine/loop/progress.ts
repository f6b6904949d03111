import { toCallKey } from "./loop-guard";
import { isNearQuery } from "./near-query";
import { createObserved, findObservationKey, findQuery, toFrame, type TracedCall } from "./observed";

/** One step as it was made: its calls with what came back. */
export type StepTrace = { calls: TracedCall[] };

export type StuckVerdict = {
  kind: "stuck";
  why: "same_call" | "similar_queries" | "same_result" | "nothing_new";
  /** What was tried, such as `web_search "population of France"`: the newest last, six at most. */
  tried: string[];
};
export type ProgressVerdict = { kind: "fine" } | StuckVerdict;

/** Whether the newest step that called tools got anywhere. Steps without calls do not count. */
export function assessProgress(steps: readonly StepTrace[]): ProgressVerdict {
  const acted = steps.filter(({ calls }) => calls.length > 0);
  const newest = acted.at(-1);
  if (newest === undefined) return { kind: "fine" };
  const earlier = acted.slice(0, -1).flatMap(({ calls }) => calls);
  const repeated = listRepeated(newest.calls, earlier);
  if (repeated.length > 0) return toStuck("same_call", repeated);
  const news = listNews(acted);
  if (news.at(-1) === true) return { kind: "fine" };
  return findIdle(newest.calls, earlier) ?? findFruitless(acted, news) ?? { kind: "fine" };
}

/** How many steps in a row, the newest included, led nowhere: at 1 the model is told, at 2 it was in vain. */
export function countStuck(steps: readonly StepTrace[]): number {
  const acted = steps.filter(({ calls }) => calls.length > 0);
  let count = 0;
  while (count < acted.length && assessProgress(acted.slice(0, acted.length - count)).kind === "stuck")
    count += 1;
  return count;
}

const fruitlessSteps = 3;
const fruitlessFailures = 3;
const mostTried = 6;
const longestPhrase = 120;

/** Calls made before, or twice in one step. An attempt that succeeds where all before failed is none. */
function listRepeated(newest: readonly TracedCall[], earlier: readonly TracedCall[]): TracedCall[] {
  return newest.filter((call, index) => {
    const same = (other: TracedCall) => toCallKey(other) === toCallKey(call);
    const before = earlier.filter(same);
    const isRetried = call.isOk && before.every(({ isOk }) => !isOk);
    return newest.slice(0, index).some(same) || (before.length > 0 && !isRetried);
  });
}

/** For each step whether it brought something that was not there before. */
function listNews(acted: readonly StepTrace[]): boolean[] {
  const observed = createObserved();
  return acted.map(({ calls }) => calls.map((call) => observed.add(call)).includes(true));
}

/** What the newest step, which brought nothing, did again in other words. */
function findIdle(newest: readonly TracedCall[], earlier: readonly TracedCall[]): StuckVerdict | null {
  const similar = earlier.filter((other) => newest.some((call) => isSimilar(other, call)));
  if (similar.length > 0) return toStuck("similar_queries", [...similar, ...newest]);
  const equal = earlier.filter((other) => newest.some((call) => isSameResult(other, call)));
  return equal.length > 0 ? toStuck("same_result", [...equal, ...newest]) : null;
}

function isSimilar(one: TracedCall, other: TracedCall): boolean {
  const [a, b] = [findQuery(one), findQuery(other)];
  return a !== null && b !== null && toFrame(one) === toFrame(other) && isNearQuery(a, b);
}

function isSameResult(one: TracedCall, other: TracedCall): boolean {
  const key = findObservationKey(one);
  return key !== null && key === findObservationKey(other);
}

/** Several steps without anything new, or one tool that fails in one way again and again. */
function findFruitless(acted: readonly StepTrace[], news: readonly boolean[]): StuckVerdict | null {
  const last = acted.slice(-fruitlessSteps);
  const isFruitless = last.length === fruitlessSteps && !news.slice(-fruitlessSteps).includes(true);
  if (isFruitless)
    return toStuck(
      "nothing_new",
      last.flatMap(({ calls }) => calls),
    );
  const failures = listFailuresInARow(acted.flatMap(({ calls }) => calls));
  const areOfOneStep = failures.length <= (acted.at(-1)?.calls.length ?? 0);
  return failures.length >= fruitlessFailures && !areOfOneStep ? toStuck("nothing_new", failures) : null;
}

function listFailuresInARow(calls: readonly TracedCall[]): TracedCall[] {
  const newest = calls.at(-1);
  if (newest === undefined || newest.isOk) return [];
  const start = calls.findLastIndex((call) => call.isOk || toFailureKey(call) !== toFailureKey(newest));
  return calls.slice(start + 1);
}

function toFailureKey({ toolName, output }: TracedCall): string {
  return `${toolName} ${/^ERROR\((\w+)\)/.exec(output)?.[1] ?? ""}`;
}

function toStuck(why: StuckVerdict["why"], calls: readonly TracedCall[]): StuckVerdict {
  const phrases = calls.map(toPhrase);
  return {
    kind: "stuck",
    why,
    tried: phrases.filter((phrase, index) => phrases.lastIndexOf(phrase) === index).slice(-mostTried),
  };
}

/** The call on one line: the tool and what it was given, without the reason. */
function toPhrase({ toolName, input }: TracedCall): string {
  const given =
    typeof input === "object" && input !== null
      ? Object.entries(input).flatMap(([name, value]) => (name === "reason" ? [] : [value as unknown].flat()))
      : [input];
  const line = given
    .map((value) => JSON.stringify(value) ?? "")
    .join(" ")
    .replace(/[\s\p{Cc}]+/gu, " ");
  return `${toolName} ${line.length > longestPhrase ? `${line.slice(0, longestPhrase)}…` : line}`.trim();
}
