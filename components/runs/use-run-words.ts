"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatCost, isFreeModel } from "@/lib/client/money";
import type { AskPurpose } from "@/lib/protocol/ask";
import type { TraceRow } from "@/lib/protocol/runs";
import type { ToolName } from "@/lib/protocol/tools";

const notes = ["fallback", "rate_limited", "refused_call", "outcome", "continued"] as const;

/** How times, costs and rows of runs are said. */
export function useRunWords() {
  const t = useTranslations("runs");
  const tTools = useTranslations("tools");
  const format = useFormatter();
  const locale = useLocale();
  const toTime = (ms: number): string =>
    format.number(ms < 1_000 ? ms : ms / 1000, {
      style: "unit",
      unit: ms < 1_000 ? "millisecond" : "second",
      maximumFractionDigits: ms >= 1_000 && ms < 9_950 ? 1 : 0,
    });
  /** One that was registered at run time is called what it calls itself. */
  const toTool = (name: string): string => {
    const key = `${name}.name` as `${ToolName}.name`;
    return tTools.has(key) ? tTools(key) : name;
  };
  return {
    toTime,
    toCost: (microUsd: number): string => formatCost(microUsd, locale) ?? "",
    /** Of one model's work: where nothing was paid, whether that is the price or nobody knows it. */
    toCostOf: ({ model, costMicroUsd }: { model: string; costMicroUsd: number }): string =>
      formatCost(costMicroUsd, locale) ?? (isFreeModel(model) ? t("compare.free") : "–"),
    toTool,
    /** How a call ended; a code that has no word is its own. */
    toState: (state: string): string => {
      const key = `state.${state}` as "state.stop";
      return t.has(key) ? t(key) : state;
    },
    toDate: (at: number): string => format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" }),
    toHead({ kind, detail }: TraceRow): string {
      if (kind === "tool" || kind === "consent") return `${t(`kind.${kind}`)}: ${toTool(detail)}`;
      if (kind === "call") return `${t("kind.call")}: ${detail}`;
      if (kind === "question") return `${t("kind.question")}: ${t(`purpose.${detail as AskPurpose}`)}`;
      if (kind === "note") return t(`note.${notes.find((name) => name === detail) ?? "other"}`);
      return t(`kind.${kind}`);
    },
  };
}
