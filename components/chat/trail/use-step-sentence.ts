"use client";

import { useTranslations } from "next-intl";
import { isChangedCall } from "@/lib/client/approvals";
import type { TrailStep } from "@/lib/client/read-turn";
import { isDenied, isRunning, isWaiting } from "@/lib/client/summarize-trail";
import { toResultSentence } from "./result-sentence";

/** What is to be said of a step: what it waits for, what the person decided about it, and what came of it. */
export function useStepSentence(step: Extract<TrailStep, { kind: "tool" }>): string {
  const t = useTranslations("chat.step");
  const tConsent = useTranslations("consent.step");
  if (isWaiting(step)) return tConsent("waits");
  if (isDenied(step)) return tConsent(toDenial(step));
  const result = isRunning(step) ? t("running") : toResultSentence(step.part, t);
  if (isChangedCall(step.part)) return tConsent("changed", { result });
  return step.approval?.state === "approved" ? tConsent("approved", { result }) : result;
}

function toDenial({
  approval,
}: Extract<TrailStep, { kind: "tool" }>): "denied" | "edited" | "expired" | "ended" {
  const state = approval?.state;
  return state === "edited" || state === "expired" || state === "ended" ? state : "denied";
}
