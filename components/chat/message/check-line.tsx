"use client";

import { ArrowRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Fragment, useContext, useRef } from "react";
import { OpenEvidenceContext } from "@/components/markdown/evidence-context";
import { countVerdicts, listClaimPlaces, type SignedMark } from "@/lib/client/claims";
import type { Evaluation } from "@/lib/protocol/answer-checks";
import { verdicts, type ClaimsData, type Verdict } from "@/lib/protocol/claims";

/** Verdicts that a person should look at. */
const doubtful: ReadonlySet<Verdict> = new Set(["partly", "differs", "not_found"]);

type CheckLineProps = {
  messageId: string;
  claims: ClaimsData | null;
  /** Those of the answer that have a sign. */
  marks: readonly SignedMark[];
  evaluation: Evaluation | undefined;
};

/**
 * The seal at the head of an answer: adds up the signs of its citations, and says how sure the model is that
 * judged it. A doubtful count leads from one mark to the next, and all can be walked through beside their
 * sources.
 */
export function CheckLine({ messageId, claims, marks, evaluation }: CheckLineProps) {
  const t = useTranslations("evidence.check");
  const tCount = useTranslations("evidence.count");
  const open = useContext(OpenEvidenceContext);
  const [first] = claims === null ? [] : listClaimPlaces(claims);
  const line = useRef<HTMLDivElement>(null);
  const visited = useRef<Partial<Record<Verdict, number>>>({});
  const pending = claims?.pending ?? 0;
  const found = countVerdicts(marks);
  const counts = { ...found, unchecked: Math.max(0, found.unchecked - pending) };
  if (marks.length === 0 && evaluation === undefined) return null;
  const jump = (verdict: Verdict) => {
    const keys = [...new Set(marks.flatMap((mark) => (mark.verdict === verdict ? [mark.key] : [])))];
    const next = visited.current[verdict] ?? 0;
    visited.current[verdict] = next + 1;
    showMark(line.current, keys[next % keys.length], verdict);
  };
  return (
    <div
      ref={line}
      role="group"
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-3 rounded-xl border border-hairline px-3 py-1 text-sm leading-6 text-quiet"
    >
      {marks.length > 0 && (
        <span className="font-medium text-ink">{t("total", { count: marks.length })}</span>
      )}
      {verdicts.map((verdict) => {
        if (counts[verdict] === 0) return null;
        const count = <Count verdict={verdict}>{tCount(verdict, { count: counts[verdict] })}</Count>;
        if (!doubtful.has(verdict)) return <Fragment key={verdict}>{count}</Fragment>;
        return (
          <button
            key={verdict}
            type="button"
            title={t("jump")}
            onClick={() => jump(verdict)}
            className="rounded-sm underline decoration-current/40 underline-offset-3 hover:text-ink hover:decoration-current pointer-coarse:py-2"
          >
            {count}
          </button>
        );
      })}
      <span role="status" className="empty:hidden">
        {pending > 0 && t("pending", { count: pending })}
      </span>
      {evaluation !== undefined && <Judgement evaluation={evaluation} />}
      {open !== null && first !== undefined && (
        <button
          type="button"
          onClick={({ currentTarget }) => open({ kind: "text", messageId, ...first }, currentTarget)}
          className="quiet-button -me-2 ms-auto gap-1 px-2 text-sm text-accent"
        >
          {t("walk")}
          <ArrowRight size={14} aria-hidden className="rtl:-scale-x-100" />
        </button>
      )}
    </div>
  );
}

/** What the judge said of the whole answer: how sure it is, and what is missing. */
function Judgement({ evaluation }: { evaluation: Evaluation }) {
  const t = useTranslations("evidence.check");
  const format = useFormatter();
  const { confidence, answered, supported, missing } = evaluation;
  const said = [
    t("sure", { percent: Math.round(confidence * 100) }),
    ...(answered ? [] : [t("unanswered")]),
    ...(supported ? [] : [t("unsupported")]),
    ...(missing.length === 0 ? [] : [t("missing", { what: format.list(missing) })]),
  ];
  return <span className="min-w-0 wrap-anywhere">{said.join(" · ")}</span>;
}

function Count({ verdict, children }: { verdict: Verdict; children: string }) {
  return (
    <span className="inline-flex items-baseline gap-1">
      <span aria-hidden className="verdict-sign" data-verdict={verdict} />
      {children}
    </span>
  );
}

/** The one of the mark's numbers that has this verdict; the focus shows its card. */
function showMark(line: HTMLElement | null, key: string | undefined, verdict: Verdict): void {
  const marks = line?.closest("article")?.querySelectorAll<HTMLElement>(`[data-mark="${key}"]`);
  const all = [...(marks ?? [])];
  const mark = all.find(({ dataset }) => dataset["verdict"] === verdict) ?? all[0];
  mark?.scrollIntoView({ block: "center" });
  mark?.focus({ preventScroll: true });
}
