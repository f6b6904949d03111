"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { countVerdicts, listMarksOf } from "@/lib/client/claims";
import type { ClaimsData, Verdict } from "@/lib/protocol/claims";

/** Verdicts that a person should look at. */
const doubtful = ["partly", "differs", "not_found"] as const;

/** Counts cited statements by what the check found; a doubtful count leads from one mark to the next. */
export function CheckLine({ claims }: { claims: ClaimsData }) {
  const t = useTranslations("evidence.check");
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
      className="flex flex-wrap items-baseline gap-x-3 text-sm text-quiet"
    >
      <span>{t("total", { count: claims.claims.length })}</span>
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
