import { readNumberWords, saysSum, type NumberBound } from "@/lib/language/number-words";
import { areDifferentDates } from "./dates";
import type { Fact, NumberFact } from "./facts";

/** The most numbers that are combined. */
const maxNumbers = 24;

/** Whether a fact has the value of one of others, in whatever unit or form; rounded it is another one. */
export function standsAmong(fact: Fact, others: readonly Fact[]): boolean {
  return others.some((other) => isSame(fact, other));
}

export function isSame(fact: Fact, other: Fact): boolean {
  if (fact.type === "number")
    return other.type === "number" ? isSameNumber(fact, other) : other.date.year === fact.value;
  return other.type === "date" ? !areDifferentDates(fact.date, other.date) : other.value === fact.date.year;
}

/**
 * Whether the sentence itself says why its number is another one than those of the source: it rounds or
 * bounds one of its like, whose words are `text`, or sums several up. A number that leaves out more than
 * three digits is read as rounded.
 */
export function isExcused(
  fact: Fact,
  sentence: string,
  { own, around, text }: { own: readonly Fact[]; around: readonly Fact[]; text: string },
): boolean {
  if (fact.type === "date") return false;
  const listAlike = (facts: readonly Fact[]) =>
    facts.flatMap((other) => (other.type === "number" && areAlike(fact, other) ? [other] : []));
  const { reading } = readNumberWords(sentence, fact);
  // What is said in the same way must be the same.
  const isSaidAlike = (other: Fact) =>
    reading !== "exact" && readNumberWords(text, other).reading === reading;
  if (listAlike(own).some((other) => !isSaidAlike(other) && fits(fact, other, reading))) return true;
  return saysSum(sentence) && isComputed(fact, listAlike(around));
}

function fits({ value, step }: NumberFact, other: NumberFact, reading: NumberBound) {
  const [gap, size] = [Math.abs(value - other.value), Math.abs(value)];
  switch (reading) {
    case "about":
      return gap <= Math.max(Math.min(step / 2, size * 0.12), size * 0.05);
    case "least":
      return other.value >= value && other.value <= value + size;
    case "most":
      return other.value <= value && other.value >= value - size / 2;
    case "exact":
      return step > other.step * 1_000 && gap <= Math.min(step / 2, size * 0.05);
  }
}

/** A number without a unit may be meant in any. */
function areAlike(one: NumberFact, other: NumberFact): boolean {
  return one.kind === other.kind || one.kind === "count" || other.kind === "count";
}

function isSameNumber(claim: NumberFact, source: NumberFact): boolean {
  if (!areAlike(claim, source)) return false;
  const gap = Math.abs(claim.value - source.value);
  const size = Math.max(Math.abs(claim.value), Math.abs(source.value));
  if (gap <= size * 1e-9) return true;
  // In another unit a value is seldom round.
  const isConverted = claim.kind !== "count" && !Number.isInteger(Math.log10(claim.step / source.step));
  return isConverted && gap <= Math.max(claim.step / 2, size * 0.015);
}

/**
 * Whether a fact follows from others: by a sum, difference, product, ratio or percentage of two, a span of
 * years, or the length of a list in `text`.
 */
export function followsFrom(fact: Fact, others: readonly Fact[], text: string): boolean {
  const numbers = others.flatMap((other) => (other.type === "number" ? [other] : [])).slice(0, maxNumbers);
  const years = others.flatMap((other) => (other.type === "date" ? (other.date.year ?? []) : []));
  if (fact.type === "date") {
    const { year } = fact.date;
    // The year before and the year after are said without a number.
    const spans = [1, ...numbers.filter(({ kind }) => kind === "time").map(({ value }) => Math.round(value))];
    return year !== undefined && years.some((from) => spans.includes(Math.abs(from - year)));
  }
  return isListLength(fact, text) || isSpan(fact, years) || isComputed(fact, numbers);
}

function isListLength({ kind, value }: NumberFact, text: string): boolean {
  const separators = text.match(/[,;、，；]/g)?.length ?? 0;
  return kind === "count" && value >= 2 && value <= separators + 2;
}

function isSpan({ kind, value }: NumberFact, years: readonly number[]): boolean {
  if (kind !== "time" && kind !== "count" && kind !== "times") return false;
  const isNear = (span: number) => Math.abs(span - value) <= 1;
  return years.some((one) => years.some((other) => one < other && isNear(other - one)));
}

/** A half, a third, the double, said without a number. */
const parts = [1 / 2, 1 / 3, 2 / 3, 1 / 4, 3 / 4, 2, 3];

function isComputed(fact: NumberFact, numbers: readonly NumberFact[]): boolean {
  const size = Math.abs(fact.value);
  const loosest = fact.kind === "percent" || fact.kind === "times" ? 0.05 : 0.01;
  const isResult = (value: number) =>
    Math.abs(value - fact.value) <= Math.min(Math.max(fact.step / 2, size * 0.005), size * loosest) * 1.0001;
  const alike = numbers.filter(({ kind }) => kind === fact.kind);
  if (fact.kind === "percent" && alike.some(({ value }) => isResult(100 - value))) return true;
  if (alike.some(({ value }) => parts.some((part) => isResult(value * part)))) return true;
  const sums = listSums(alike.map(({ value }) => value));
  if (sums.some(({ sum, count }) => isResult(sum) || isResult(sum / count))) return true;
  return numbers.some((a, index) =>
    numbers.some((b, other) => index !== other && listResults(fact, a, b).some(isResult)),
  );
}

/** The sums of any two or more of the first eight numbers. */
function listSums(values: readonly number[]): { sum: number; count: number }[] {
  let sums = [{ sum: 0, count: 0 }];
  for (const value of values.slice(0, 8))
    sums = [...sums, ...sums.map(({ sum, count }) => ({ sum: sum + value, count: count + 1 }))];
  return sums.filter(({ count }) => count > 1);
}

/** How a share is said: in percent, as so much more or less, or as so many times. */
function listShares(kind: string, share: number): number[] {
  if (kind === "percent") return [100 * share, 100 * (share - 1), 100 * (1 - share)];
  return kind === "times" || kind === "count" ? [share, share - 1] : [];
}

/** What two numbers make in the kind of a fact. */
function listResults({ kind }: NumberFact, a: NumberFact, b: NumberFact): number[] {
  const results: number[] = [];
  if (a.kind === kind && b.kind === kind) results.push(a.value + b.value, a.value - b.value);
  if (a.kind === b.kind && b.value !== 0) results.push(...listShares(kind, a.value / b.value));
  if (a.kind !== kind) return results;
  if (b.kind === "count" || b.kind === "times" || b.kind === "time") results.push(a.value * b.value);
  if (b.kind === "percent") {
    const share = b.value / 100;
    results.push(a.value * share, a.value * (1 + share), a.value * (1 - share), a.value / (1 + share));
    if (share < 1) results.push(a.value / (1 - share));
  }
  if ((b.kind === "count" || b.kind === "time") && b.value !== 0) results.push(a.value / b.value);
  return results;
}
