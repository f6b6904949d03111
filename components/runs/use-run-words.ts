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
  /** As `0.02 s`, `6.2 s`, `12 s` and `1 min 4 s`. */
  const toTime = (ms: number): string => {
    const seconds = Math.round(ms / 1000);
    if (seconds >= 60) return t("minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    const maximumFractionDigits = ms < 100 ? 2 : ms < 9_950 ? 1 : 0;
    return t("seconds", { value: format.number(ms / 1000, { maximumFractionDigits }) });
  };
  /** One that was registered at run time is called what it calls itself. */
  const toTool = (name: string): string => {
    const key = `${name}.name` as `${ToolName}.name`;
    return tTools.has(key) ? tTools(key) : name;
  };
  /** How a call ended; a code that has no word is its own. */
  const toState = (state: string): string => {
    const key = `state.${state}` as "state.stop";
    return t.has(key) ? t(key) : toReason(state);
  };
  const toReason = (reason: string): string => {
    const key = `reason.${reason}` as "reason.stopped";
    return t.has(key) ? t(key) : reason;
  };
  return {
    toTime,
    toCost: (microUsd: number): string => formatCost(microUsd, locale) ?? "",
    /** Of one model's work: where nothing was paid, whether that is the price or nobody knows it. */
    toCostOf: ({ model, costMicroUsd }: { model: string; costMicroUsd: number }): string =>
      formatCost(costMicroUsd, locale) ?? (isFreeModel(model) ? t("compare.free") : "–"),
    toTool,
    toState,
    /** Why a run did not end as it should, or how calls of a tool failed. */
    toCause(cause: string): string {
      const [name = "", state] = cause.split(":");
      if (state !== undefined) return `${toTool(name)}: ${toState(state)}`;
      return t.has(`reason.${name}` as "reason.stopped") ? toReason(name) : toTool(name);
    },
    toDate: (at: number): string => format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" }),
    toHead({ kind, detail, model }: TraceRow): string {
      if (kind === "tool" || kind === "consent") return `${t(`kind.${kind}`)}: ${toTool(detail)}`;
      if (kind === "call") return `${t("kind.call")}: ${detail}`;
      if (kind === "question") return `${t("kind.question")}: ${t(`purpose.${detail as AskPurpose}`)}`;
      if (kind === "note" && model !== undefined) return `${t("note.fallback")}: ${model}`;
      if (kind === "note") return t(`note.${notes.find((name) => name === detail) ?? "other"}`);
      return t(`kind.${kind}`);
    },
  };
}
