import type { Fact } from "@/lib/protocol/memories";
import { estimateTokenCount } from "tokenx";
import { sortByRank } from "./rank";
import { isExpired } from "./tiers";

const promptTokens = 500;

/** The facts that go into the prompt: those in force, by rank, as many as fit. One that does not fit makes room for a shorter one. */
export function selectPromptFacts(facts: readonly Fact[], now: number, budget = promptTokens): Fact[] {
  const current = facts.filter((fact) => !isExpired(fact, now));
  const selected: Fact[] = [];
  let room = budget;
  for (const fact of sortByRank(current, now)) {
    const tokens = estimateTokenCount(`- ${fact.content}\n`);
    if (tokens > room) continue;
    selected.push(fact);
    room -= tokens;
  }
  return selected;
}
