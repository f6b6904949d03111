import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatCost } from "@/lib/client/money";
import type { ChartUnit } from "./overview-charts";

type FormatValue = (value: number | null | undefined, unit: ChartUnit) => string;

const microUsdPerCent = 10_000;

/** Writes a number with its unit, as short as it can be read. */
export function useUnitWords(): FormatValue {
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
      case "time": {
        const seconds = format.number(value / 1000, { maximumFractionDigits: value < 10_000 ? 1 : 0 });
        return value < 1000
          ? t("milliseconds", { value: Math.round(value) })
          : t("seconds", { value: seconds });
      }
    }
  };
}

/** Writes a number with its unit, whole. */
export function useExactWords(): FormatValue {
  const t = useTranslations("admin.overview");
  const format = useFormatter();
  return (value, unit) => {
    if (value === null || value === undefined) return "–";
    switch (unit) {
      case "count":
        return format.number(value);
      case "percent":
        return format.number(value, { style: "percent", maximumFractionDigits: 2 });
      case "money":
        return `${format.number(value / microUsdPerCent, { maximumFractionDigits: 4 })} ¢`;
      case "time":
        return t("milliseconds", { value: format.number(Math.round(value)) });
    }
  };
}
