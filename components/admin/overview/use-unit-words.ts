import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatCost } from "@/lib/client/money";
import type { Unit } from "./overview-charts";

/** Writes a number with its unit, as short as it can be read. */
export function useUnitWords(): (value: number | null | undefined, unit: Unit) => string {
  const t = useTranslations("admin.overview");
  const format = useFormatter();
  const locale = useLocale();
  return (value, unit) => {
    if (value === null || value === undefined) return "–";
    switch (unit) {
      case "count":
        return format.number(value, value >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : {});
      case "percent":
        return format.number(value, { style: "percent", maximumFractionDigits: 1 });
      case "money":
        return formatCost(value, locale) ?? "0 ¢";
      case "time":
        return value < 1000
          ? t("milliseconds", { value: Math.round(value) })
          : t("seconds", { value: format.number(value / 1000, { maximumFractionDigits: value < 10_000 ? 1 : 0 }) });
    }
  };
}
