import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useRunWords } from "@/components/runs/use-run-words";
import { formatCost } from "@/lib/client/money";
import type { ChartUnit } from "./overview-charts";

type FormatValue = (value: number | null | undefined, unit: ChartUnit) => string;

const microUsdPerCent = 10_000;
const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;

/** Writes a number with its unit, as short as it can be read. */
export function useUnitWords(): FormatValue {
  const format = useFormatter();
  const locale = useLocale();
  const { toTime } = useRunWords();
  return (value, unit) => {
    if (value === null || value === undefined) return "–";
    switch (unit) {
      case "count":
        return format.number(value, value >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : {});
      case "percent":
        return format.number(value, { style: "percent", maximumFractionDigits: 1 });
      case "money":
        return formatCost(value, locale) ?? "0 ¢";
      case "dollars":
        return value > 0 && value < microUsdPerCent / 2
          ? `< ${format.number(0.01, dollars)}`
          : format.number(value / 1e6, dollars);
      case "time":
        return toTime(value);
    }
  };
}

/** Writes a number with its unit, whole. */
export function useExactWords(): FormatValue {
  const t = useTranslations("runs");
  const format = useFormatter();
  return (value, unit) => {
    if (value === null || value === undefined) return "–";
    switch (unit) {
      case "count":
        return format.number(value);
      case "percent":
        return format.number(value, { style: "percent", maximumFractionDigits: 2 });
      case "money":
      case "dollars":
        return `${format.number(value / microUsdPerCent, { maximumFractionDigits: 4 })} ¢`;
      case "time":
        return t("seconds", { value: format.number(value / 1000, { maximumFractionDigits: 3 }) });
    }
  };
}
