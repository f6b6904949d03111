"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { toLiveSentence, toToolName } from "@/components/tools/views";
import type { TrailStep } from "@/lib/client/message/read-turn";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import { isRunning } from "@/lib/client/message/summarize-trail";
import type { MessageMetadata, ProgressData } from "@/lib/protocol/chat-message";
import { useDurationText } from "./use-duration-text";
import { useTimeLeft } from "./use-time-left";
import { useTimeSince } from "./use-time-since";

type LiveLineProps = {
  steps: TrailStep[];
  metadata: MessageMetadata | undefined;
  state: ReplyStatus;
  /** Called with whether the provider keeps the person waiting. */
  onSlow: (isSlow: boolean) => void;
};

const noRetry = { askedAt: 0, dueAt: 0 };

/** What is being done, and for how long already. */
export function LiveLine({ steps, metadata, state: { phase, progress, since }, onSlow }: LiveLineProps) {
  const retry = progress?.details?.retry ?? noRetry;
  const facts: HeadlineFacts = {
    ...{ phase, steps, progress },
    waitedMs:
      useTimeSince(progress) - (retry.dueAt - retry.askedAt) + (progress?.details?.loading?.waitedMs ?? 0),
    retryLeftMs: useTimeLeft(retry) ?? 0,
  };
  const { isSlow } = readHeadline(facts);
  useEffect(() => {
    onSlow(isSlow);
    return () => onSlow(false);
  }, [isSlow, onSlow]);
  return <WorkingText {...facts} elapsedMs={useElapsed(metadata?.startedAt ?? since)} />;
}

export type HeadlineFacts = Pick<ReplyStatus, "phase" | "progress"> & {
  steps: TrailStep[];
  /** Since the model was asked. */
  waitedMs: number;
  /** Until a provider that limits requests is asked again. */
  retryLeftMs: number;
};

type Headline = {
  kind: "reconnecting" | "brokeOff" | "rateLimited" | "provider" | "loading" | "work";
  /** Somebody else might be quicker. */
  isSlow: boolean;
};

/** A provider that is sooner there was not waited for. */
const noticedWaitMs = 4_000;
const longWaitMs = 15_000;

function readHeadline({ phase, steps, progress, waitedMs, retryLeftMs }: HeadlineFacts): Headline {
  if (phase === "reconnecting") return { kind: "reconnecting", isSlow: false };
  const { retry, loading } = progress?.details ?? {};
  if (retryLeftMs > 0) return { kind: retry?.isBroken ? "brokeOff" : "rateLimited", isSlow: true };
  if (waitedMs < noticedWaitMs || !isModelAwaited(steps, progress)) return { kind: "work", isSlow: false };
  return { kind: loading === undefined ? "provider" : "loading", isSlow: waitedMs >= longWaitMs };
}

/** The headline's words, and its key, which changes when something else is done, not with the seconds. */
export function useHeadline(): (facts: HeadlineFacts) => Headline & { words: string; key: string } {
  const t = useTranslations("chat.trail");
  const tTools = useTranslations("tools");
  return (facts) => {
    const headline = readHeadline(facts);
    const { kind } = headline;
    const seconds = Math.ceil(facts.retryLeftMs / 1000);
    const words =
      kind === "work" ? toLiveText(facts.steps, facts.progress, { t, tTools }) : t(kind, { seconds });
    return { ...headline, words, key: kind === "work" ? words : kind };
  };
}

/** What is being done and for how long; a wait for somebody else is named as one, with its own time. */
export function WorkingText({ elapsedMs, ...facts }: HeadlineFacts & { elapsedMs: number }) {
  const toDurationText = useDurationText();
  const { kind, words } = useHeadline()(facts);
  const isCounted = kind === "work" || kind === "provider" || kind === "loading";
  const ms = isCounted ? Math.floor((kind === "work" ? elapsedMs : facts.waitedMs) / 1000) * 1000 : 0;
  return (
    <span className="flex min-w-0 flex-1 text-ink">
      <span className="min-w-0 truncate font-medium">{words}</span>
      {ms >= 1000 && (
        <span className="shrink-0 whitespace-pre text-quiet tabular-nums"> · {toDurationText(ms)}</span>
      )}
    </span>
  );
}

/** Whether a model was asked and has not begun. */
function isModelAwaited(steps: TrailStep[], progress: ProgressData | null): boolean {
  return progress?.stage === "reasoning" && progress.details?.hasBegun !== true && !steps.some(isRunning);
}

type LiveLineWords = {
  t: ReturnType<typeof useTranslations<"chat.trail">>;
  tTools: ReturnType<typeof useTranslations<"tools">>;
};

/** A running tool says more than the stage, and the stage more than nothing. */
function toLiveText(steps: TrailStep[], progress: ProgressData | null, { t, tTools }: LiveLineWords): string {
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
