import { verdicts as markNames, type ClaimsData, type Verdict } from "@/lib/features/evidence/shape/claims";

/** How many sentences have each mark, less those that had it before. */
export function countMarks(now: ClaimsData, before?: ClaimsData): Partial<Record<Verdict, number>> {
  const count = (data: ClaimsData | undefined, mark: Verdict): number =>
    data?.claims.filter(({ verdict }) => verdict === mark).length ?? 0;
  return Object.fromEntries(markNames.map((mark) => [mark, count(now, mark) - count(before, mark)]));
}
