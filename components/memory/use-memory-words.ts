import { useFormatter, useTranslations } from "next-intl";
import { countDays } from "./fact-list";
import type { MemoryTier } from "@/lib/features/memory/shape";

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
