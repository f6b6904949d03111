"use client";

import { Check, ChevronRight, Compass } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { LiveLine } from "@/components/chat/trail/live-line";
import { useDurationText } from "@/components/chat/trail/use-duration-text";
import { listDeeds } from "@/components/tools/views";
import { joinClasses } from "@/components/ui/class-names";
import type { ReplyStatus } from "@/lib/client/conversation/state";
import { listFoundPages } from "@/lib/client/message/found-pages";
import type { TrailStep } from "@/lib/client/message/read-turn";
import { countTrail } from "@/lib/client/message/summarize-trail";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { FoundChips } from "./found-chips";

const TrailSteps = lazy(async () => ({
  default: (await import("@/components/chat/trail/trail-steps")).TrailSteps,
}));

type WorkCardProps = {
  steps: TrailStep[];
  metadata: MessageMetadata | undefined;
  /** Set while the reply is being written. */
  live: ReplyStatus | null;
  /** Whether the reply waits for the person. */
  isAsked: boolean;
  /** One line, because something follows below. */
  isFolded: boolean;
  /** What to press where a provider keeps the person waiting. */
  way?: ReactNode;
  /** Answered without any source. */
  isOwnKnowledge: boolean;
  /** The plan and what the check found, in the same frame. */
  children?: ReactNode;
};

/** How an answer came about. Open while nothing stands below it, then one line, which opens to the steps. */
export function WorkCard(props: WorkCardProps) {
  const { steps, metadata, live, isFolded, children } = props;
  const [isOpen, setOpen] = useState(false);
  const instructedRunId = (metadata?.isInstructed && metadata.runId) ?? null;
  const isEmpty = steps.length === 0 && instructedRunId === null;
  return (
    <div className="rounded-xl border border-hairline bg-raised text-sm text-quiet">
      <Head {...props} {...{ isOpen, isEmpty }} onToggle={() => setOpen(!isOpen)} />
      <Progress steps={steps} isFolded={isFolded} />
      {!isFolded && live !== null && <Steered queued={live.queued} />}
      {isOpen && (
        <div className="border-t border-hairline px-3.5 pt-1 pb-3">
          <Suspense fallback={null}>
            <TrailSteps steps={steps} instructedRunId={instructedRunId} />
            <RunLink metadata={metadata} live={live} />
          </Suspense>
        </div>
      )}
      {children}
    </div>
  );
}

type HeadProps = WorkCardProps & { isOpen: boolean; isEmpty: boolean; onToggle: () => void };

/** What is done now, or what was done: it opens the steps. */
function Head({ isOpen, isEmpty, onToggle, ...props }: HeadProps) {
  const { steps, metadata, live, isAsked, isFolded, way } = props;
  const t = useTranslations("chat.trail");
  const [isSlow, setSlow] = useState(false);
  const isDone = live === null || (isAsked && isFolded);
  const summary = useSummary(props);
  const Sign = isDone && isAnswered(metadata) ? Check : Compass;
  return (
    <div className="flex items-center">
      <button
        type="button"
        aria-expanded={isOpen}
        disabled={isEmpty}
        onClick={onToggle}
        className="flex h-11 min-w-0 flex-1 items-center gap-2.5 rounded-xl px-3.5 text-start transition-colors duration-120 enabled:hover:text-ink"
      >
        <Sign
          size={16}
          aria-hidden
          className={joinClasses("shrink-0", !isDone && "text-mark motion-safe:animate-pulse")}
        />
        {isDone && <span className="sr-only">{t("label")}: </span>}
        {isDone ? (
          <span className="min-w-0 flex-1 truncate">{summary}</span>
        ) : (
          <LiveLine steps={steps} metadata={metadata} state={live} onSlow={setSlow} />
        )}
        {!isEmpty && !isSlow && <StepsHint isOpen={isOpen} />}
      </button>
      {isSlow && <div className="pe-1">{way}</div>}
    </div>
  );
}

function StepsHint({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations("chat.work");
  return (
    <span className="ms-auto flex shrink-0 items-center gap-1">
      {t("steps")}
      <ChevronRight
        size={14}
        aria-hidden
        className={joinClasses("transition-transform duration-150 rtl:-scale-x-100", isOpen && "rotate-90")}
      />
    </span>
  );
}

/** The end of the model's thought and the pages found, in space that is reserved for them. */
function Progress({ steps, isFolded }: Pick<WorkCardProps, "steps" | "isFolded">) {
  const pages = useMemo(() => listFoundPages(steps), [steps]);
  const thought = steps.findLast((step) => step.kind === "thought" || step.kind === "commentary")?.text ?? "";
  return (
    <div
      aria-hidden={isFolded}
      className={joinClasses(
        "overflow-hidden ps-10 pe-3.5 transition-[height] duration-160 ease-out motion-reduce:transition-none",
        isFolded ? "h-0" : "h-[136px] sm:h-[102px]",
      )}
    >
      {!isFolded && (
        <>
          {/* Scrolled, as text that moves up would be a layout shift. */}
          <p
            dir="auto"
            ref={(element) => element?.scrollTo?.(0, element.scrollHeight)}
            className="mb-2 h-12 overflow-hidden leading-6 wrap-anywhere text-soft italic"
          >
            {thought.trim()}
          </p>
          <FoundChips pages={pages} />
        </>
      )}
    </div>
  );
}

/** What the person added, until it is read. It goes when the card folds: what waits stands above the box. */
function Steered({ queued }: Pick<ReplyStatus, "queued">) {
  const t = useTranslations("chat.work");
  return queued
    .filter(({ status }) => status === "steering" || status === "steered")
    .map(({ id, text }) => (
      <p key={id} dir="auto" className="line-clamp-2 border-t border-hairline px-3.5 py-2.5 wrap-anywhere">
        {t("steered", { text })}
      </p>
    ));
}

/** The link to its recorded run. */
function RunLink({ metadata, live }: Pick<WorkCardProps, "metadata" | "live">) {
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

const states = ["failed", "denied"] as const;

/** Not while it waits for the person, and not where it was stopped or cut. */
const isAnswered = (metadata: MessageMetadata | undefined): boolean => metadata?.outcome === "completed";

/** "Searched twice, read 3 pages · 14 s": what was done. */
function useSummary({ steps, metadata, isOwnKnowledge }: WorkCardProps): string {
  const t = useTranslations("chat.trail");
  const tWork = useTranslations("chat.work");
  const tTools = useTranslations("tools");
  const locale = useLocale();
  const toDurationText = useDurationText();
  const counts = countTrail(steps);
  const deeds = [
    ...listDeeds(counts.calls, tTools, t),
    ...states.flatMap((state) => (counts[state] > 0 ? [t(`did.${state}`, { count: counts[state] })] : [])),
  ];
  const plain = isAnswered(metadata) ? "answered" : "worked";
  const did = deeds.join(t("comma")) || (counts.thoughts > 0 ? t("thought") : tWork(plain));
  const { startedAt, endedAt } = metadata ?? {};
  return [
    did.charAt(0).toLocaleUpperCase(locale) + did.slice(1),
    ...(startedAt === undefined || endedAt === undefined ? [] : [toDurationText(endedAt - startedAt)]),
    ...(isOwnKnowledge ? [tWork("ownKnowledge")] : []),
  ].join(" · ");
}
