import { diffArrays, type ChangeObject } from "diff";

/**
 * The work grows with the square of what differs: so many additions and removals are found in a quarter of a
 * second.
 */
const mostEdits = 600;

/**
 * What stands in both of two lists, in order, and what in one of them alone; `null` where they have less in
 * common than can be found in time.
 */
export function compareLists(
  one: readonly string[],
  other: readonly string[],
): ChangeObject<string[]>[] | null {
  return diffArrays([...one], [...other], { maxEditLength: mostEdits }) ?? null;
}
