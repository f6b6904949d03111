import { distance } from "fastest-levenshtein";

/** Whether two folded words of four letters or more differ by at most one wrong, missing or added letter. */
export function isNearWord(one: string, other: string): boolean {
  if (one === other) return true;
  // Comparing takes the square of the length, and no word that people write is longer.
  if (Math.max(one.length, other.length) > 64) return false;
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
  return !/\d/.test(one + other) && distance(one, other) === 1;
}
