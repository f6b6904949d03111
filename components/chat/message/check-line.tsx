"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, useRef } from "react";
import { OpenEvidenceContext } from "@/components/markdown/evidence-context";
import { countVerdicts, listClaimPlaces, listMarksOf } from "@/lib/client/claims";
import type { ClaimsData, Verdict } from "@/lib/protocol/claims";

/** Verdicts that a person should look at. */
const doubtful = ["partly", "differs", "not_found"] as const;

/**
 * The seal at the head of an answer: counts cited statements by what the check found. A doubtful count leads
 * from one mark to the next, and all of them can be walked through beside their sources.
 */
export function CheckLine({ messageId, claims }: { messageId: string; claims: ClaimsData }) {
  const t = useTranslations("evidence.check");
  const open = useContext(OpenEvidenceContext);
  const [first] = listClaimPlaces(claims);
  const line = useRef<HTMLDivElement>(null);
  const visited = useRef<Partial<Record<Verdict, number>>>({});
  const counts = countVerdicts(claims);
  const backed = counts.quoted + counts.supported;
  const unchecked = Math.max(0, counts.unchecked - claims.pending);
  if (claims.claims.length === 0) return null;
  const jump = (verdict: Verdict) => {
    const marks = listMarksOf(claims, verdict);
    const next = visited.current[verdict] ?? 0;
    visited.current[verdict] = next + 1;
    showMark(line.current, marks[next % marks.length], verdict);
  };
  return (
    <div
      ref={line}
      role="group"
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-3 rounded-xl border border-hairline px-3 py-1 text-sm leading-6 text-quiet"
    >
      <span className="font-medium text-ink">{t("total", { count: claims.claims.length })}</span>
      {backed > 0 && <Count verdict="supported">{t("backed", { count: backed })}</Count>}
      {doubtful.map((verdict) =>
        counts[verdict] === 0 ? null : (
          <button
            key={verdict}
            type="button"
            title={t("jump")}
            onClick={() => jump(verdict)}
            className="rounded-sm underline decoration-current/40 underline-offset-3 hover:text-ink hover:decoration-current pointer-coarse:py-2"
          >
            <Count verdict={verdict}>{t(verdict, { count: counts[verdict] })}</Count>
          </button>
        ),
      )}
      {unchecked > 0 && <Count verdict="unchecked">{t("unchecked", { count: unchecked })}</Count>}
      <span role="status" className="empty:hidden">
        {claims.pending > 0 && t("pending", { count: claims.pending })}
      </span>
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
