import { listMarks } from "@/lib/protocol/citation-marks";

export { listMarks, maskCode, type CitationMark } from "@/lib/protocol/citation-marks";

/** Numbers cited as `[1]`, `[2][3]` or `[1, 2]`, in the order of first use; code and links are left out. */
export function findCitedNumbers(text: string): number[] {
  return [...new Set(listMarks(text).flatMap(({ numbers }) => numbers))];
}
