"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatCost } from "@/lib/client/money";
import type { TrailStep } from "@/lib/client/read-turn";
import { countTrail } from "@/lib/client/summarize-trail";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { useDurationText } from "./use-duration-text";

const noBreak = "\u00a0";
const told = [
  "searches",
  "pages",
  "looked",
  "recalled",
  "times",
  "sums",
  "pictures",
  "saved",
  "others",
  "failed",
  "denied",
  "waiting",
] as const;

/** "Searched twice, read 3 pages · 11 s · 0.4 ¢": what a trail did, and what it took once it is over. */
export function useTrailSummary(steps: TrailStep[], metadata: MessageMetadata | undefined): string {
  const t = useTranslations("chat.trail");
  const locale = useLocale();
  const toDurationText = useDurationText();
  const counts = countTrail(steps);
  const deeds = told.flatMap((kind) => (counts[kind] > 0 ? [t(`did.${kind}`, { count: counts[kind] })] : []));
  const sentence = deeds.length === 0 ? t("thought") : deeds.join(t("comma"));
  const { startedAt, endedAt, costMicroUsd } = metadata ?? {};
  const time = startedAt !== undefined && endedAt !== undefined ? [toDurationText(endedAt - startedAt)] : [];
  const cost = costMicroUsd === undefined ? [] : [formatCost(costMicroUsd, locale) ?? t("free")];
  const took = [...time, ...cost].map((fact) => ` · ${fact.replaceAll(" ", noBreak)}`).join("");
  return sentence.charAt(0).toLocaleUpperCase(locale) + sentence.slice(1) + took;
}
