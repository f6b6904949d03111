"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { toLiveSentence, toToolName } from "@/components/tools/describe-call";
import type { TrailStep } from "@/lib/client/read-turn";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import { isRunning, isWaiting } from "@/lib/client/summarize-trail";
import type { MessageMetadata, ProgressData } from "@/lib/protocol/chat-message";
import { useDurationText } from "./use-duration-text";
import { toClockText, useTimeLeft } from "./use-time-left";

type LiveLineProps = { steps: TrailStep[]; metadata: MessageMetadata | undefined; state: ReplyStatus };

/** What is being done, and for how long already; or that it waits for the person, and for how long yet. */
export function LiveLine(props: LiveLineProps) {
  const waiting = props.steps.flatMap((step) =>
    step.kind === "tool" && isWaiting(step) && step.approval !== null ? [step.approval] : [],
  );
  const [first] = waiting.sort((a, b) => a.dueAt - b.dueAt);
  return first === undefined ? (
    <WorkingLine {...props} />
  ) : (
    <WaitingLine askedAt={first.askedAt} dueAt={first.dueAt} />
  );
}

function WaitingLine(times: { askedAt: number; dueAt: number }) {
  const t = useTranslations("consent.live");
  const left = useTimeLeft(times);
  return (
    <span className="min-w-0 truncate text-ink">
      {t("waiting")}
      {left !== null && (
        <span aria-hidden className="text-quiet">
          {" "}
          · {toClockText(left)}
        </span>
      )}
    </span>
  );
}

function WorkingLine({ steps, metadata, state }: LiveLineProps) {
  const t = useTranslations("chat.trail");
  const tTools = useTranslations("tools");
  const toDurationText = useDurationText();
  const elapsedMs = useElapsed(metadata?.startedAt ?? state.since);
  return (
    <span className="min-w-0 truncate text-ink">
      {toLiveText(steps, state.progress, { t, tTools })}
      {elapsedMs >= 1000 && (
        <span className="text-quiet"> · {toDurationText(Math.floor(elapsedMs / 1000) * 1000)}</span>
      )}
    </span>
  );
}

type Words = {
  t: ReturnType<typeof useTranslations<"chat.trail">>;
  tTools: ReturnType<typeof useTranslations<"tools">>;
};

/** A running tool says more than the stage, and the stage more than nothing. */
function toLiveText(steps: TrailStep[], progress: ProgressData | null, { t, tTools }: Words): string {
  const running = steps.findLast(isRunning);
  if (running?.kind === "tool" && running.part.state === "input-streaming")
    return t("stage.planning", { tool: toToolName(running.part, tTools) });
  if (running?.kind === "tool") return toLiveSentence(running.part, tTools, t);
  if (progress?.details?.estimateMicroUsd !== undefined)
    return t("dear", { cents: Math.ceil(progress.details.estimateMicroUsd / 10_000) });
  if (running?.kind === "thought") return t("stage.reasoning");
  return progress === null ? t("working") : t(`stage.${progress.stage}`, { tool: "" });
}

/** Milliseconds since then, counted on each second; 0 before the first one. */
function useElapsed(since: number | null): number {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now === null || since === null ? 0 : Math.max(0, now - since);
}
