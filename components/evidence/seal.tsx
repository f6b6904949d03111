"use client";

import { ArrowRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useContext, useRef, useState } from "react";
import { Scale } from "./scale";
import { OpenEvidenceContext } from "@/components/markdown/evidence-context";
import { countVerdicts, type SignedMark } from "@/lib/client/message/claims";
import { toSealSentence } from "@/lib/features/evidence/shape/seal-sentence";
import type { Evaluation } from "@/lib/protocol/answer-checks";
import { verdicts, type ClaimsData } from "@/lib/features/evidence/shape/claims";

type SealProps = {
  messageId: string;
  claims: ClaimsData | null;
  /** The numbers of the answer that have a sign. */
  marks: readonly SignedMark[];
  evaluation: Evaluation | undefined;
  isOver: boolean;
};

/** What the check found, at the head of an answer and always of one height: a sentence, a scale, counts. */
export function Seal({ messageId, claims, marks, evaluation, isOver }: SealProps) {
  const t = useTranslations("evidence");
  const open = useContext(OpenEvidenceContext);
  const seal = useRef<HTMLDivElement>(null);
  const [here, setHere] = useState(-1);
  const sentence = useSealSentence(marks, isOver);
  // Nobody has looked at what has no check.
  const shown = claims === null && isOver ? [] : marks;
  if (isOver && shown.length === 0 && evaluation === undefined) return null;
  const show = (place: number, opener: HTMLElement) => {
    const { key, number } = shown[place] ?? {};
    if (key === undefined || number === undefined) return;
    setHere(place);
    if (open === null) showMark(seal.current, key, number);
    else open({ kind: "text", messageId, number, markKey: key }, opener);
  };
  return (
    <div
      ref={seal}
      role="group"
      aria-label={t("check.label")}
      className="grid h-17 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-2 gap-y-0.5 overflow-hidden"
    >
      <p className="line-clamp-2 text-card leading-5 wrap-anywhere max-sm:col-span-2 max-sm:text-small max-sm:font-semibold">
        {shown.length > 0 || !isOver ? sentence : evaluation && <Judgement evaluation={evaluation} />}
      </p>
      <div className="flex h-6 min-w-0 items-center gap-4 text-small text-quiet sm:col-span-2 sm:row-start-2">
        {shown.length > 0 && <Scale marks={shown} here={here} onStep={setHere} onOpen={show} />}
        <Counts marks={shown} />
        {shown.length > 0 && evaluation && (
          <span className="min-w-0 truncate">
            <Judgement evaluation={evaluation} />
          </span>
        )}
      </div>
      {isOver && shown.length > 0 && (
        <button
          type="button"
          onClick={({ currentTarget }) => show(0, currentTarget)}
          className="relative inline-flex items-center gap-1 rounded-sm px-1.5 sm:col-start-2 sm:row-start-1 text-sm font-medium text-accent before:absolute before:-inset-y-3 before:inset-x-0 hover:underline"
        >
          {t("check.walk")}
          <ArrowRight size={14} aria-hidden className="rtl:-scale-x-100" />
        </button>
      )}
    </div>
  );
}

function Counts({ marks }: Pick<SealProps, "marks">) {
  const t = useTranslations("evidence.count");
  const counts = countVerdicts(marks);
  return (
    <span className="flex min-w-0 gap-3 overflow-hidden whitespace-nowrap max-sm:sr-only">
      {verdicts.map((verdict) =>
        counts[verdict] === 0 ? null : (
          <span key={verdict} className="inline-flex items-baseline gap-1">
            <span aria-hidden className="verdict-sign" data-verdict={verdict} />
            {t(verdict, { count: counts[verdict] })}
          </span>
        ),
      )}
    </span>
  );
}

/** The verdict on all statements in words, or that they are being checked. */
function useSealSentence(marks: readonly SignedMark[], isOver: boolean): string {
  const t = useTranslations("evidence.seal");
  const pending = marks.filter(({ verdict }) => verdict === "pending").length;
  if (!isOver) return t("writing");
  if (pending > 0) return t("checking", { count: pending, total: marks.length });
  const { key, values } = toSealSentence(countVerdicts(marks));
  return t(key, values);
}

/** What the judge said of the whole answer: how sure it is, and what is missing. */
function Judgement({ evaluation }: { evaluation: Evaluation }) {
  const t = useTranslations("evidence.check");
  const format = useFormatter();
  const { confidence, answered, supported, missing } = evaluation;
  return [
    t("sure", { percent: Math.round(confidence * 100) }),
    ...(answered ? [] : [t("unanswered")]),
    ...(supported ? [] : [t("unsupported")]),
    ...(missing.length === 0 ? [] : [t("missing", { what: format.list(missing) })]),
  ].join(" · ");
}

/** Where there is no panel; the focus shows the card of the source. */
function showMark(seal: HTMLElement | null, key: string, number: number): void {
  const marks = seal?.closest("article")?.querySelectorAll<HTMLElement>(`[data-mark="${key}"]`);
  const mark = [...(marks ?? [])].find(({ dataset }) => dataset["source"] === String(number));
  mark?.scrollIntoView({ block: "center" });
  mark?.focus({ preventScroll: true });
}
