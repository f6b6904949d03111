import { listCitations, type IsKnown } from "@/lib/features/evidence/shape/citation-marks";

/** Numbers of sources cited as `[1]`, `[2][3]` or `[1, 2]`, in the order of first use. */
export function findCitedNumbers(text: string, isKnown: IsKnown): number[] {
  return [...new Set(listCitations(text, isKnown).flatMap(({ numbers }) => numbers))];
}
