"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { toLiveSentence, toToolName } from "@/components/tools/describe-call";
import type { TrailStep } from "@/lib/client/read-turn";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import { isRunning } from "@/lib/client/summarize-trail";
import type { MessageMetadata, ProgressData } from "@/lib/protocol/chat-message";
import { useDurationText } from "./use-duration-text";
import { useTimeLeft } from "./use-time-left";
import { useTimeSince } from "./use-time-since";

type LiveLineProps = {
  steps: TrailStep[];
  metadata: MessageMetadata | undefined;
  state: ReplyStatus;
};

const noRetry = { askedAt: 0, dueAt: 0 };

/** What is being done, and for how long already. */
export function LiveLine({ steps, metadata, state: { progress, since } }: LiveLineProps) {
  const retry = progress?.details?.retry ?? noRetry;
  return (
    <WorkingText
      {...{ steps, progress }}
      elapsedMs={useElapsed(metadata?.startedAt ?? since)}
      waitedMs={
        useTimeSince(progress) - (retry.dueAt - retry.askedAt) + (progress?.details?.loading?.waitedMs ?? 0)
      }
      retryLeftMs={useTimeLeft(retry) ?? 0}
    />
  );
}

type WorkingTextProps = {
  steps: TrailStep[];
  progress: ProgressData | null;
  elapsedMs: number;
  /** Since the model was asked. */
  waitedMs: number;
  /** Until a provider that limits requests is asked again. */
  retryLeftMs: number;
};

/** A provider that is sooner there was not waited for. */
const noticedWaitMs = 4_000;

/** What is being done and for how long; a wait for somebody else is named as one, with its own time. */
export function WorkingText({ steps, progress, elapsedMs, waitedMs, retryLeftMs }: WorkingTextProps) {
  const t = useTranslations("chat.trail");
  const tTools = useTranslations("tools");
  const toDurationText = useDurationText();
  if (retryLeftMs > 0)
    return (
      <LiveText
        words={t(progress?.details?.retry?.isBroken ? "brokeOff" : "rateLimited", {
          seconds: Math.ceil(retryLeftMs / 1000),
        })}
        time={null}
      />
    );
  const isWaiting = waitedMs >= noticedWaitMs && isModelAwaited(steps, progress);
  const ms = Math.floor((isWaiting ? waitedMs : elapsedMs) / 1000) * 1000;
  return (
    <LiveText
      words={isWaiting ? t(toAwaited(progress)) : toLiveText(steps, progress, { t, tTools })}
      time={ms >= 1000 ? toDurationText(ms) : null}
    />
  );
}

function LiveText({ words, time }: { words: string; time: string | null }) {
  return (
    <span className="flex min-w-0 flex-1 text-ink">
      <span className="min-w-0 truncate font-medium">{words}</span>
      {time !== null && <span className="shrink-0 whitespace-pre text-quiet tabular-nums"> · {time}</span>}
    </span>
  );
}

const toAwaited = (progress: ProgressData | null) =>
  progress?.details?.loading === undefined ? "provider" : "loading";

/** Whether a model was asked and has not begun. */
function isModelAwaited(steps: TrailStep[], progress: ProgressData | null): boolean {
  return progress?.stage === "reasoning" && progress.details?.hasBegun !== true && !steps.some(isRunning);
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
