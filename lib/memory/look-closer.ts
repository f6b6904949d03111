import type { Fact } from "@/lib/protocol/memories";
import type { SavedFact } from "./changes";
import type { RelateFact } from "./compare/relate-fact";
import type { Relation } from "./compare/relation";

/** Nobody waits longer for what rules cannot tell: then facts stay beside each other. */
const limitMs = 4_000;

/** How a fact that was just kept stands to one that was there. */
export type CloserLook = { factId: string; relation: Exclude<Relation, { kind: "separate" }> };

/** Has somebody look at facts that rules kept beside the others. Never throws: in doubt they stay there. */
export async function lookCloser(
  relateFact: RelateFact,
  facts: readonly Fact[],
  saved: readonly SavedFact[],
): Promise<{ looks: CloserLook[]; costMicroUsd: number }> {
  const signal = AbortSignal.timeout(limitMs);
  const isNew = new Set(saved.map(({ id }) => id));
  const others = facts.filter(({ id }) => !isNew.has(id));
  const open = others.length === 0 ? [] : saved.filter(({ replaced }) => replaced === null);
  const answers = await Promise.all(
    open.map(async ({ id, content }) => ({
      factId: id,
      answer: await relateFact(content, others, signal).catch(() => null),
    })),
  );
  return {
    looks: answers.flatMap(({ factId, answer }) =>
      answer === null || answer.relation.kind === "separate" ? [] : [{ factId, relation: answer.relation }],
    ),
    costMicroUsd: answers.reduce((sum, { answer }) => sum + (answer?.costMicroUsd ?? 0), 0),
  };
}
