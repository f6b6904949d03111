"use client";

import { MessageCircle, Lightbulb, PenLine, Split, Wrench } from "lucide-react";
import type { QuestionsData } from "@/lib/protocol/answer-checks";
import type { TrailStep } from "@/lib/client/message/read-turn";
import { useTranslations, useLocale } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { GivenInstructions } from "./given-instructions";
import { StepFrame } from "./step-frame";
import { useDurationText } from "./use-duration-text";
import { findView, toAskedText, toResultSentence, toToolName } from "@/components/tools/views";
import { ToolDetails } from "@/components/tools/tool-details";
import { isChangedCall, type ToolStepPart } from "@/lib/client/message/approvals";
import { formatCost } from "@/lib/client/money";
import { findDynamicResult } from "@/lib/client/message/dynamic-result";
import { isDenied, isFailed, isRunning, isWaiting } from "@/lib/client/message/summarize-trail";

/** `instructedRunId`: the run whose record holds the instructions that the reply kept to. */
type TrailStepsProps = { steps: TrailStep[]; instructedRunId: string | null };

/** The steps of a trail in their order, along one line. */
export function TrailSteps({ steps, instructedRunId }: TrailStepsProps) {
  return (
    <ol className="mt-1 ml-[7px] flex flex-col gap-1 border-l border-hairline pl-4">
      {instructedRunId !== null && (
        <li>
          <GivenInstructions runId={instructedRunId} />
        </li>
      )}
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
    case "questions":
      return <QuestionsStep {...step} />;
    case "draft":
      return <DraftStep text={step.text} missing={step.missing} />;
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

/** The parts of a question, each with why it is one. */
function QuestionsStep({ questions, rounds }: QuestionsData) {
  const t = useTranslations("chat.step");
  return (
    <StepFrame icon={<Split size={16} />} head={t("questions", { count: questions.length })}>
      {rounds !== undefined && <p className="text-quiet">{t("rounds", { count: rounds })}</p>}
      <ol className="list-decimal ps-5">
        {questions.map(({ text, reason, needs }, index) => (
          <li key={index} dir="auto" className="wrap-anywhere">
            {text}
            <span className="block text-quiet">
              {[reason, ...(needs.length === 0 ? [] : [t("needs", { parts: needs.join(", ") })])].join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </StepFrame>
  );
}

/** An answer that was written again, folded, with what was missing in it. */
function DraftStep({ text, missing }: { text: string; missing: string[] }) {
  const t = useTranslations("chat.step");
  return (
    <StepFrame icon={<PenLine size={16} />} head={t("draft")}>
      {missing.length > 0 && <p dir="auto">{t("draftMissing", { what: missing.join("; ") })}</p>}
      <p dir="auto" className="max-h-80 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {text.trim()}
      </p>
    </StepFrame>
  );
}

/** Shorter durations are not shown. */
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
      <p dir="auto" className="max-h-80 overflow-y-auto text-soft italic wrap-anywhere whitespace-pre-wrap">
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

/** One call of a tool: its name, what it was asked, what came of it, and what it took. */
export function ToolStep({ step }: { step: CallStep }) {
  const t = useTranslations("tools");
  const { part } = step;
  const asked = toAskedText(part);
  const result = useStepSentence(step);
  const found = findView(part);
  const Icon = found?.view.Icon ?? Wrench;
  const { Details, Rows } = found?.view ?? {};
  return (
    <>
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
        {found !== null && Details !== undefined ? (
          <Details call={found.call} />
        ) : (
          <ToolDetails part={part} />
        )}
      </StepFrame>
      {found !== null && Rows !== undefined && <Rows call={found.call} />}
    </>
  );
}

type CallStep = Extract<TrailStep, { kind: "tool" }>;

/** What is to be said of a step: what it waits for, what the person decided about it, and what came of it. */
function useStepSentence(step: CallStep): string {
  const t = useTranslations("chat.step");
  const tTools = useTranslations("tools");
  const tConsent = useTranslations("consent.step");
  if (isWaiting(step)) return tConsent("waits");
  if (isDenied(step)) return tConsent(toDenial(step));
  const result = isRunning(step) ? t("running") : toResultSentence(step.part, tTools, t);
  if (isChangedCall(step.part)) return tConsent("changed", { result });
  return step.approval?.state === "approved" ? tConsent("approved", { result }) : result;
}

function toDenial({ approval }: CallStep): "denied" | "edited" | "expired" | "ended" {
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
