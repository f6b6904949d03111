import type { EndedFact, Fact } from "@/lib/features/memory/shape";

/** What a fact was before, oldest first: earlier wordings, and what it replaced with what that had been. */
export function listEarlier(fact: Fact, history: readonly EndedFact[]): EndedFact[] {
  const ids = new Set([fact.id]);
  for (
    let before = fact.replaces;
    before !== null && !ids.has(before);
    before = history.find(({ id }) => id === before)?.replaces ?? null
  )
    ids.add(before);
  for (const { id, endedBy } of history.toReversed())
    if (endedBy !== undefined && ids.has(endedBy)) ids.add(id);
  return history.filter(({ id }) => ids.has(id)).sort((a, b) => a.endedAt - b.endedAt);
}

/** What came in its place: the next wording or another fact; `null` when nothing did or it is forgotten. */
export function findSuccessor(
  ended: EndedFact,
  facts: readonly Fact[],
  history: readonly EndedFact[],
): Fact | null {
  if (ended.why === "expired" || ended.why === "tier_full") return null;
  const wordings = history
    .filter(({ id, endedAt }) => id === ended.id && endedAt > ended.endedAt)
    .sort((a, b) => a.endedAt - b.endedAt);
  const same = wordings[0] ?? facts.find(({ id }) => id === ended.id);
  if (ended.why === "edited") return same ?? null;
  const others = [...history].sort((a, b) => a.endedAt - b.endedAt);
  // What the one that ended it had been until then said something else.
  const since = others.filter(({ endedAt }) => endedAt > ended.endedAt);
  return (
    [...others, ...facts].find(({ replaces }) => replaces === ended.id) ??
    [...since, ...facts].find(({ id }) => id === ended.endedBy) ??
    null
  );
}
