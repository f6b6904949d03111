/** A list of ids, the best first, and how much it counts. */
export type Voice = { ids: readonly string[]; weight: number };

const k = 60;

/** Reciprocal rank fusion with k = 60 (Cormack, Clarke and Büttcher, 2009): each voice gives its weight divided by k and the place. */
export function fuseRanks(voices: readonly Voice[]): Map<string, number> {
  const fused = new Map<string, number>();
  for (const { ids, weight } of voices)
    for (const [index, id] of ids.entries()) fused.set(id, (fused.get(id) ?? 0) + weight / (k + index + 1));
  return fused;
}
