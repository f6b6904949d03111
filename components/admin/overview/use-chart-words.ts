import { useFormatter, useTranslations } from "next-intl";
import { useRunWords } from "@/components/runs/use-run-words";
import { otherKey } from "./overview-charts";
import type { Chart } from "./overview-charts";

const fixed = [
  "runs",
  "people",
  "input",
  "cached",
  "output",
  "inputTokens",
  "outputTokens",
  "costMicroUsd",
  "worked",
  "failures",
  "success",
] as const;
const more = [
  "each",
  "completed",
  "limited",
  "stopped",
  "interrupted",
  "failed",
  "fallback",
  "p50",
  "p90",
  "p99",
  "other",
] as const;
const columnKeys = [...fixed, ...more] as const;

const longestTick = 18;

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

  function nameRow(key: string): string {
    if (isHour(key))
      return format.dateTime(new Date(`${key}:00:00Z`), {
        hour: "2-digit",
        minute: "2-digit",
        timeZone: "UTC",
      });
    if (chart.isByDay)
      return format.dateTime(new Date(`${key}T00:00:00Z`), {
        month: "short",
        day: "numeric",
        timeZone: "UTC",
      });
    if (chart.id === "iterations") return t("units.steps", { value: Number(key) });
    return chart.id === "tools" ? nameTool(key) : nameOther(key);
  }

  /** Where there is little room: a model without its provider, a number of rounds as a number. */
  function nameTick(key: string): string {
    if (chart.id === "iterations") return key;
    const name = chart.id === "models" && key.includes(":") ? key.slice(key.indexOf(":") + 1) : nameRow(key);
    return name.length > longestTick ? `${name.slice(0, longestTick - 1)}…` : name;
  }

  return { nameColumn, nameRow, nameTick };
}
