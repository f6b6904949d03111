import { useFormatter, useLocale } from "next-intl";
import { formatCost } from "@/lib/client/money";
import type { QuotaName } from "./quota-rows";

const microUsdPerCent = 10_000;

/** Writes what a limit counts: money as cents or dollars, everything else as a number. */
export function useAmountText(name: QuotaName): (amount: number) => string {
  const format = useFormatter();
  const locale = useLocale();
  if (name.startsWith("cents")) return (cents) => formatCost(cents * microUsdPerCent, locale) ?? "0 ¢";
  return (count) => format.number(count);
}
