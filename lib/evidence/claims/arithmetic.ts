import { areDifferentDates } from "./dates";
import type { Fact, NumberFact } from "./facts";

/** So many numbers are put together at most. */
const maxNumbers = 24;

/** Whether a fact stands among others, converted or rounded. */
export function standsAmong(fact: Fact, others: readonly Fact[]): boolean {
  return others.some((other) => {
    if (fact.type === "number")
      return other.type === "number" ? isSameNumber(fact, other) : other.date.year === fact.value;
    return other.type === "date" ? !areDifferentDates(fact.date, other.date) : other.value === fact.date.year;
  });
}

/**
 * Whether a fact is one of others, or follows from them: by conversion, rounding, a sum, difference, product,
 * ratio or percentage of two, a span of years, or the length of a list in `text`.
 */
export function followsFrom(fact: Fact, others: readonly Fact[], text: string): boolean {
  const numbers = others.flatMap((other) => (other.type === "number" ? [other] : [])).slice(0, maxNumbers);
  const years = others.flatMap((other) => (other.type === "date" ? (other.date.year ?? []) : []));
  if (standsAmong(fact, others)) return true;
  if (fact.type === "date") {
    const { year } = fact.date;
    // The year before and the year after are said without a number.
    const spans = [1, ...numbers.filter(({ kind }) => kind === "time").map(({ value }) => Math.round(value))];
    return year !== undefined && years.some((from) => spans.includes(Math.abs(from - year)));
  }
  return isListLength(fact, text) || isSpan(fact, years) || isComputed(fact, numbers);
}

/** Whether one number is the other one, converted or rounded. */
function isSameNumber(claim: NumberFact, source: NumberFact): boolean {
  const isComparable = claim.kind === source.kind || claim.kind === "count" || source.kind === "count";
  if (!isComparable) return false;
  const gap = Math.abs(claim.value - source.value);
  const size = Math.max(Math.abs(claim.value), Math.abs(source.value));
  if (gap <= size * 1e-9) return true;
  const isConverted =
    claim.kind !== "count" && Number.isInteger(Math.log10(claim.step / source.step)) === false;
  if (isConverted) return gap <= Math.max(claim.step / 2, size * 0.015);
  if (claim.step > source.step * 1.001) return gap < claim.step && gap <= size * 0.12;
  return source.step > claim.step * 1.001 && source.step >= 100 && gap <= source.step / 2;
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

function isComputed(fact: NumberFact, numbers: readonly NumberFact[]): boolean {
  const size = Math.abs(fact.value);
  const loosest = fact.kind === "percent" || fact.kind === "times" ? 0.05 : 0.01;
  const isResult = (value: number) =>
    Math.abs(value - fact.value) <= Math.min(Math.max(fact.step / 2, size * 0.005), size * loosest) * 1.0001;
  const alike = numbers.filter(({ kind }) => kind === fact.kind);
  if (fact.kind === "percent" && alike.some(({ value }) => isResult(100 - value))) return true;
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
function listResults({ kind, value }: NumberFact, a: NumberFact, b: NumberFact): number[] {
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
  const parts = [1 / 2, 1 / 3, 2 / 3, 1 / 4, 3 / 4, 2, 3].map((part) => a.value * part);
  return [...results, ...parts.filter((part) => Math.abs(part - value) <= Math.abs(value) * 0.01)];
}
