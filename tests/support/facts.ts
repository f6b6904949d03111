import type { Fact } from "@/lib/features/memory/shape";

export function buildFact(changes: Partial<Fact> = {}): Fact {
  return {
    id: "f1",
    content: "Likes green tea",
    category: "preference",
    tier: "important",
    confidence: 0.8,
    keywords: [],
    createdAt: 0,
    lastUsedAt: null,
    useCount: 0,
    expiresAt: null,
    source: null,
    origin: "agent",
    language: "en",
    replaces: null,
    usedIn: null,
    notUseful: 0,
    notUsefulTo: [],
    ...changes,
  };
}
