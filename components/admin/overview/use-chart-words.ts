import { useFormatter, useTranslations } from "next-intl";
import { useRunWords } from "@/components/runs/use-run-words";
import { otherKey } from "./overview-charts";
import type { Chart } from "./overview-charts";

const columnKeys = [
  ...(["runs", "people", "input", "cached", "output", "success", "fallback", "p50", "p90", "p99"] as const),
  ...(["completed", "limited", "stopped", "interrupted", "failed", "other"] as const),
] as const;

/** A row of an hour, not of a day. */
export const isHour = (key: string): boolean => /^\d{4}-\d\d-\d\dT\d\d$/.test(key);

/** What a chart calls its columns and rows. Models go by their own names. */
export function useChartWords(chart: Chart) {
  const t = useTranslations("admin");
  const format = useFormatter();
  const { toTool } = useRunWords();

  /** Models have names of their own; one may not be known. */
  const nameOther = (key: string): string => (key === "unknown" ? t("overview.unknown") : key);

  const nameTool = (key: string): string => nameOther(toTool(key));

  function nameColumn(key: string): string {
    if (key !== otherKey && chart.id === "cost") return nameOther(key);
    if (key !== otherKey && chart.id === "toolCost") return nameTool(key);
    const known = columnKeys.find((each) => each === key);
    return known === undefined ? key : t(`overview.columns.${known}`);
  }

  /** A day or an hour, of UTC. */
  function nameRow(key: string): string {
    const style = isHour(key)
      ? ({ hour: "2-digit", minute: "2-digit" } as const)
      : ({ month: "short", day: "numeric" } as const);
    const at = new Date(isHour(key) ? `${key}:00:00Z` : `${key}T00:00:00Z`);
    return format.dateTime(at, { ...style, timeZone: "UTC" });
  }

  return { nameColumn, nameRow };
}
