import { distance } from "fastest-levenshtein";

/** Whether two folded words of four letters or more differ by at most one wrong, missing or added letter. */
export function isNearWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
  return !/\d/.test(one + other) && distance(one, other) === 1;
}
