"use client";

import { Wrench } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { toAskedText, toResultSentence, toToolName } from "@/components/tools/describe-call";
import { ToolDetails } from "@/components/tools/tool-details";
import { findView } from "@/components/tools/views";
import { isChangedCall } from "@/lib/client/approvals";
import { formatCost } from "@/lib/client/money";
import { findDynamicResult } from "@/lib/client/dynamic-result";
import type { ToolStepPart } from "@/lib/client/approvals";
import type { TrailStep } from "@/lib/client/read-turn";
import { isDenied, isFailed, isRunning, isWaiting } from "@/lib/client/summarize-trail";
import { StepFrame } from "./step-frame";
import { useDurationText } from "./use-duration-text";

/** One call of a tool: its name, what it was asked, what came of it, and what it took. */
export function ToolStep({ step }: { step: Step }) {
  const t = useTranslations("tools");
  const { part } = step;
  const asked = toAskedText(part);
  const result = useStepSentence(step);
  const found = findView(part);
  const Icon = found?.view.Icon ?? Wrench;
  const Details = found?.view.Details;
  return (
    <StepFrame
      icon={<Icon size={16} />}
      facts={useStepFacts(part)}
      head={
        <>
          <span className="text-ink">{toToolName(part, t)}</span>
          {asked !== "" && <span className="wrap-anywhere"> · {asked}</span>}
          {result !== "" && <span className={isFailed(step) ? "block text-bad" : "block"}>{result}</span>}
        </>
      }
    >
      {found !== null && Details !== undefined ? <Details call={found.call} /> : <ToolDetails part={part} />}
    </StepFrame>
  );
}

type Step = Extract<TrailStep, { kind: "tool" }>;

/** What is to be said of a step: what it waits for, what the person decided about it, and what came of it. */
function useStepSentence(step: Step): string {
  const t = useTranslations("chat.step");
  const tTools = useTranslations("tools");
  const tConsent = useTranslations("consent.step");
  if (isWaiting(step)) return tConsent("waits");
  if (isDenied(step)) return tConsent(toDenial(step));
  const result = isRunning(step) ? t("running") : toResultSentence(step.part, tTools, t);
  if (isChangedCall(step.part)) return tConsent("changed", { result });
  return step.approval?.state === "approved" ? tConsent("approved", { result }) : result;
}

function toDenial({ approval }: Step): "denied" | "edited" | "expired" | "ended" {
  const state = approval?.state;
  return state === "edited" || state === "expired" || state === "ended" ? state : "denied";
}

function useStepFacts(part: ToolStepPart): string | undefined {
  const toDurationText = useDurationText();
  const locale = useLocale();
  if (part.state !== "output-available") return undefined;
  const output = part.type === "dynamic-tool" ? findDynamicResult(part) : part.output;
  if (output === null) return undefined;
  const { durationMs, costMicroUsd } = output.meta;
  const cost = formatCost(costMicroUsd, locale);
  return [toDurationText(durationMs), ...(cost === null ? [] : [cost])].join(" · ");
}
