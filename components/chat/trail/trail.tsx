"use client";

import { ChevronRight, Compass } from "lucide-react";
import Link from "next/link";
import { useTranslations, useLocale } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { listDeeds } from "@/components/tools/describe-call";
import { joinClasses } from "@/components/ui/class-names";
import type { TrailStep } from "@/lib/client/read-turn";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { countTrail } from "@/lib/client/summarize-trail";
import { LiveLine } from "./live-line";

const TrailSteps = lazy(async () => ({ default: (await import("./trail-steps")).TrailSteps }));

type TrailProps = {
  steps: TrailStep[];
  metadata: MessageMetadata | undefined;
  /** Set while the reply is being written. */
  live: ReplyStatus | null;
  isAnswering: boolean;
  /** Whether the reply waits for the person besides calls. */
  isAsked: boolean;
};

/** How an answer came about: one line, which opens to the steps in order. */
export function Trail({ steps, metadata, live, isAnswering, isAsked }: TrailProps) {
  const t = useTranslations("chat.trail");
  const [isOpen, setOpen] = useState(false);
  const summary = useTrailSummary(steps);
  const isWorking = live !== null && !isAnswering;
  const instructedRunId = (metadata?.isInstructed && metadata.runId) ?? null;
  const isEmpty = steps.length === 0 && instructedRunId === null;
  if (isEmpty && !isWorking) return null;

  const line = isWorking ? (
    <LiveLine steps={steps} metadata={metadata} state={live} isAsked={isAsked} />
  ) : (
    <span>{summary}</span>
  );
  return (
    <div className="text-sm text-quiet">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={isWorking ? undefined : `${t("label")}: ${summary}`}
        disabled={isEmpty}
        onClick={() => setOpen(!isOpen)}
        className="-ms-1.5 flex max-w-full items-start gap-2 rounded-lg px-1.5 py-1.5 text-start leading-5 transition-colors duration-150 enabled:hover:text-ink pointer-coarse:py-3"
      >
        <Compass
          size={16}
          aria-hidden
          className={joinClasses("mt-0.5 shrink-0 text-mark", isWorking && "motion-safe:animate-pulse")}
        />
        {line}
        {!isEmpty && (
          <ChevronRight
            size={14}
            aria-hidden
            className={joinClasses(
              "mt-[3px] shrink-0 transition-transform duration-150",
              isOpen && "rotate-90",
            )}
          />
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <TrailSteps steps={steps} instructedRunId={instructedRunId} />
          <RunLink metadata={metadata} live={live} />
        </Suspense>
      )}
    </div>
  );
}

/** The way to all that was recorded of it. */
function RunLink({ metadata, live }: Pick<TrailProps, "metadata" | "live">) {
  const t = useTranslations("chat.trail");
  const runId = metadata?.runId;
  if (runId === undefined || live !== null) return null;
  return (
    <p className="mt-1 ml-6 text-small">
      {t("kept")}{" "}
      <Link
        href={`/runs/${runId}`}
        prefetch={false}
        className="inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t("everything")}
      </Link>
    </p>
  );
}

const states = ["failed", "denied", "waiting"] as const;

/** "Searched twice, read 3 pages": what a trail did. */
function useTrailSummary(steps: TrailStep[]): string {
  const t = useTranslations("chat.trail");
  const tTools = useTranslations("tools");
  const locale = useLocale();
  const counts = countTrail(steps);
  const deeds = [
    ...listDeeds(counts.calls, tTools, t),
    ...states.flatMap((state) => (counts[state] > 0 ? [t(`did.${state}`, { count: counts[state] })] : [])),
  ];
  const sentence = deeds.length === 0 ? t("thought") : deeds.join(t("comma"));
  return sentence.charAt(0).toLocaleUpperCase(locale) + sentence.slice(1);
}
