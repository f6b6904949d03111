import { tierRules, type Fact, type MemoryCategory, type MemoryTier } from "@/lib/features/memory/shape";
import { memoryCategories } from "@/lib/features/memory/shape";

export type FactGrouping = "tier" | "category";
export type FactFilter = { words: string; category: MemoryCategory | null };
export type FactGroup = { key: MemoryTier | MemoryCategory; facts: Fact[] };

const day = 86_400_000;
/** What expires within these days is marked. */
const soonDays = 7;

export const tierNames = Object.keys(tierRules) as MemoryTier[];

/** The facts of each tier or category, those that expire soon first, the others in the order they came. */
export function groupFacts(facts: readonly Fact[], grouping: FactGrouping, now: number): FactGroup[] {
  const keys = grouping === "tier" ? tierNames : memoryCategories;
  return keys.map((key) => {
    const own = facts.filter((fact) => fact[grouping] === key);
    const soon = listExpiringSoon(own, now);
    return { key, facts: [...soon, ...own.filter((fact) => !soon.includes(fact))] };
  });
}

/** Those with every word anywhere in fact or keywords; capitals and full-width letters do not matter. */
export function filterFacts(facts: readonly Fact[], { words, category }: FactFilter): Fact[] {
  const wanted = toComparable(words).split(/\s+/).filter(Boolean);
  return facts.filter((fact) => {
    const text = toComparable([fact.content, ...fact.keywords].join(" "));
    return (category === null || fact.category === category) && wanted.every((word) => text.includes(word));
  });
}

/** The soonest first. */
export function listExpiringSoon(facts: readonly Fact[], now: number): Fact[] {
  return facts
    .filter((fact) => isExpiringSoon(fact, now))
    .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0));
}

export function isExpiringSoon({ expiresAt }: Fact, now: number): boolean {
  return expiresAt !== null && expiresAt - now <= soonDays * day;
}

/** Whole days that are left, the last one counted as one. */
export function countDaysLeft(expiresAt: number, now: number): number {
  return Math.max(1, Math.ceil((expiresAt - now) / day));
}

/** For how many days a tier keeps a fact; 0 for good. */
export function countDays(tier: MemoryTier): number {
  return (tierRules[tier].lifetimeMs ?? 0) / day;
}

/** Whether its time could begin anew. */
export function isRunningOut({ tier, expiresAt }: Fact, now: number): boolean {
  return expiresAt !== null && countDaysLeft(expiresAt, now) < countDays(tier);
}

function toComparable(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase();
}
