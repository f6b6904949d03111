"use client";

import {
  BookOpen,
  Brain,
  Calculator,
  Clock,
  ImageIcon,
  NotebookPen,
  RotateCw,
  Search,
  Wrench,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatCost } from "@/lib/client/money";
import { findDynamicResult } from "@/lib/client/dynamic-result";
import type { ToolStepPart, TrailStep } from "@/lib/client/read-turn";
import { isFailed } from "@/lib/client/summarize-trail";
import { toAskedText } from "./asked-text";
import { StepFrame } from "./step-frame";
import { ToolDetails } from "./tool-details";
import { toToolName } from "./tool-name";
import { useStepSentence } from "./use-step-sentence";
import { useDurationText } from "./use-duration-text";

/** One call of a tool: its name, what it was asked, what came of it, and what it took. */
export function ToolStep({ step }: { step: Extract<TrailStep, { kind: "tool" }> }) {
  const t = useTranslations("chat.step");
  const { part } = step;
  const asked = toAskedText(part);
  const result = useStepSentence(step);
  return (
    <StepFrame
      icon={toIcon(part)}
      facts={useStepFacts(part)}
      head={
        <>
          <span className="text-ink">{toToolName(part, t)}</span>
          {asked !== "" && <span className="wrap-anywhere"> · {asked}</span>}
          {result !== "" && <span className={isFailed(step) ? "block text-bad" : "block"}>{result}</span>}
        </>
      }
    >
      <ToolDetails part={part} />
    </StepFrame>
  );
}

function toIcon(part: ToolStepPart): ReactNode {
  switch (part.type) {
    case "tool-web_search":
      return <Search size={16} />;
    case "tool-web_fetch":
      return <BookOpen size={16} />;
    case "tool-memory_retrieve":
      return <Brain size={16} />;
    case "tool-memory_save":
      return <NotebookPen size={16} />;
    case "tool-image_generate":
      return <ImageIcon size={16} />;
    case "tool-recall_details":
      return <RotateCw size={16} />;
    case "tool-get_current_time":
      return <Clock size={16} />;
    case "tool-calculate":
      return <Calculator size={16} />;
    case "dynamic-tool":
      return <Wrench size={16} />;
  }
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
