import { useFormatter, useTranslations } from "next-intl";
import { tierRules, type MemoryTier } from "@/lib/protocol/memories";

const day = 86_400_000;

/** How tiers and days are called. */
export function useMemoryWords() {
  const t = useTranslations("memory");
  const format = useFormatter();
  return {
    toTierName: (tier: MemoryTier): string => t(`tier.${tier}`, { days: countDays(tier) }),
    /** As what is done. */
    toKeepName: (tier: MemoryTier): string => t(`keep.${tier}`, { days: countDays(tier) }),
    toDate: (at: number): string => format.dateTime(at, { dateStyle: "medium" }),
  };
}

/** For how many days a tier keeps a fact; 0 for good. */
export function countDays(tier: MemoryTier): number {
  return (tierRules[tier].lifetimeMs ?? 0) / day;
}
