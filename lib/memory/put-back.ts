import type { MemoryDocument } from "@/lib/data/memories";
import type { Fact, ForgottenFact } from "@/lib/protocol/memories";
import type { Changed } from "./changes";
import { endRivals } from "./keep-fact";
import { endFact, getExpiry, placeFact } from "./tiers";

/** Puts a forgotten fact back among the others. It comes from outside: nothing of it lies in the future or outlives its tier. */
export function putBack(
  document: MemoryDocument,
  { earlier, ...forgotten }: ForgottenFact,
  at: number,
): Changed<Fact> {
  const inForce = document.facts.find(({ id }) => id === forgotten.id);
  if (inForce !== undefined) return { document, result: inForce };
  const fact = toPast(forgotten, at);
  const wordings = earlier.map((ended) => ({
    ...ended,
    ...toPast(ended, at),
    id: fact.id,
    endedAt: Math.min(ended.endedAt, at),
  }));
  const history = [...document.history, ...wordings].sort((a, b) => a.endedAt - b.endedAt);
  const rest = endReplaced({ ...document, history }, fact, at);
  return { document: placeFact(endRivals(rest, fact, at), fact, at), result: fact };
}

/** It had taken the place of that one before. */
function endReplaced(document: MemoryDocument, fact: Fact, at: number): MemoryDocument {
  const replaced = document.facts.find(({ id }) => id === fact.replaces);
  if (replaced === undefined) return document;
  return {
    ...document,
    facts: document.facts.filter((other) => other !== replaced),
    history: [...document.history, endFact(replaced, "updated", at, fact.id)],
  };
}

function toPast(fact: Fact, at: number): Fact {
  const longest = getExpiry(fact.tier, at);
  const expiresAt = longest === null ? null : Math.min(fact.expiresAt ?? longest, longest);
  return {
    ...fact,
    createdAt: Math.min(fact.createdAt, at),
    lastUsedAt: fact.lastUsedAt === null ? null : Math.min(fact.lastUsedAt, at),
    expiresAt,
  };
}
