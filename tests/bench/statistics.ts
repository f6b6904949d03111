/** Half of the values are at most this. `NaN` for none, so that a missing measurement never looks like a good one. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed (nearest rank). */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
}

/** What each of `values` has more than the value of the same round. */
export function subtract(values: number[], base: number[]): number[] {
  return values.map((value, round) => value - (base[round] ?? Number.NaN));
}
