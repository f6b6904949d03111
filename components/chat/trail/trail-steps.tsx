"use client";

import { MessageCircle, Lightbulb } from "lucide-react";
import type { TrailStep } from "@/lib/client/read-turn";
import { ToolStep } from "./tool-step";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { StepFrame } from "./step-frame";
import { useDurationText } from "./use-duration-text";

/** The steps of a trail in their order, along one line. */
export function TrailSteps({ steps }: { steps: TrailStep[] }) {
  return (
    <ol className="mt-1 ml-[7px] flex flex-col gap-1 border-l border-hairline pl-4">
      {steps.map((step) => (
        <li key={step.key}>
          <Step step={step} />
        </li>
      ))}
    </ol>
  );
}

function Step({ step }: { step: TrailStep }) {
  switch (step.kind) {
    case "thought":
      return <ThoughtStep text={step.text} isActive={step.isActive} durationMs={step.durationMs} />;
    case "commentary":
      return <CommentaryStep text={step.text} />;
    case "tool":
      return <ToolStep step={step} />;
  }
}

/** A few words of the model on its way to a tool. */
function CommentaryStep({ text }: { text: string }) {
  return (
    <p dir="auto" className="flex items-start gap-2 py-1 leading-5">
      <MessageCircle size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere whitespace-pre-wrap">{text.trim()}</span>
    </p>
  );
}

/** What took less is told without its time. */
const tellableMs = 50;

type ThoughtStepProps = { text: string; isActive: boolean; durationMs: number | null };

/** What the model thought, folded, with the time it took. */
function ThoughtStep({ text, isActive, durationMs }: ThoughtStepProps) {
  const t = useTranslations("chat.step");
  const toDurationText = useDurationText();
  const seenMs = useSeenDuration(isActive);
  const tookMs = durationMs ?? seenMs;
  const head = isActive
    ? t("thinking")
    : tookMs === null || tookMs < tellableMs
      ? t("thought")
      : t("thoughtFor", { time: toDurationText(tookMs) });
  return (
    <StepFrame icon={<Lightbulb size={16} />} head={head}>
      <p dir="auto" className="max-h-80 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {text.trim()}
      </p>
    </StepFrame>
  );
}

/** How long it was active while this page watched; `null` when it was over before. */
function useSeenDuration(isActive: boolean): number | null {
  const begun = useRef<number | null>(null);
  const [tookMs, setTookMs] = useState<number | null>(null);
  useEffect(() => {
    if (isActive) begun.current ??= performance.now();
    else if (begun.current !== null) setTookMs(performance.now() - begun.current);
  }, [isActive]);
  return tookMs;
}
