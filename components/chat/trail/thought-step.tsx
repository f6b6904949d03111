"use client";

import { Lightbulb } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { StepFrame } from "./step-frame";
import { useDurationText } from "./use-duration-text";

/** What took less is told without its time. */
const tellableMs = 50;

type ThoughtStepProps = { text: string; isActive: boolean; durationMs: number | null };

/** What the model thought, folded, with the time it took. */
export function ThoughtStep({ text, isActive, durationMs }: ThoughtStepProps) {
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
