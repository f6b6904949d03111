import { judgeFacts, type ComparedFact, type Judged } from "./judge-facts";
import type { Relation } from "./relation";

/**
 * How a new fact stands to the known ones, by who or what it is about and by attribute. `unsure`: the facts that rules cannot tell from it,
 * nearest first. What stays unsure is kept beside the others.
 */
export function relateByRules(
  content: string,
  facts: readonly ComparedFact[],
): Relation | { kind: "unsure"; factIds: string[] } {
  const judged = judgeFacts(content, facts);
  const decided = pickRelation(judged);
  if (decided !== null) return decided;
  const unsure = judged.filter(({ kind }) => kind === "unsure").sort((a, b) => b.nearness - a.nearness);
  return unsure.length === 0 ? { kind: "separate" } : { kind: "unsure", factIds: unsure.map(({ id }) => id) };
}

/** `null` where rules find no fact that the new one repeats, carries on or excludes. */
export function pickRelation(judged: readonly Judged[]): Relation | null {
  for (const kind of ["duplicate", "contradiction", "update"] as const) {
    const found = judged.find((each) => each.kind === kind);
    if (found !== undefined) return { kind, factId: found.id };
  }
  return null;
}
