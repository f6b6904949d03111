import type { Proportion, Wins } from "@/lib/features/laboratory/shape/laboratory";

/** Of the normal distribution, for 95% in the middle. */
const z95 = 1.959964;

/** Wilson's score interval (E. B. Wilson, 1927), which also holds for few and for all or none. */
export function toShare(count: number, of: number): Proportion {
  if (of === 0) return { count, of, low: 0, high: 1 };
  const share = count / of;
  const square = z95 ** 2;
  const middle = share + square / (2 * of);
  const half = z95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of ** 2));
  const scale = 1 + square / of;
  return { count, of, low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/**
 * How likely one side wins so many or more of the pairs that are decided, or so few, where both are equally
 * good: the exact two-sided sign test. Ties say nothing.
 */
export function testSigns(one: number, other: number): number {
  const pairs = one + other;
  if (pairs === 0) return 1;
  let probability = 0.5 ** pairs;
  let tail = 0;
  for (let wins = 0; wins <= Math.min(one, other); wins += 1) {
    tail += probability;
    probability *= (pairs - wins) / (wins + 1);
  }
  return Math.min(1, 2 * tail);
}

export function toWins(winners: readonly ("live" | "draft" | "tie")[]): Wins {
  const count = (side: "live" | "draft" | "tie") => winners.filter((winner) => winner === side).length;
  const [live, draft] = [count("live"), count("draft")];
  return { live, draft, tie: count("tie"), p: testSigns(live, draft) };
}

/** `null` of nothing. */
export function toMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
