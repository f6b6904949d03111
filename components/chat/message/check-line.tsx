"use client";

import { useTranslations } from "next-intl";
import { useRef, type RefObject } from "react";
import { countVerdicts, listMarksOf } from "@/lib/client/claims";
import type { ClaimsData, Verdict } from "@/lib/protocol/claims";

const told = ["not_found", "partly"] as const;

/** Says how many cited sentences their sources do not bear out, and leads from one to the next. Nothing to tell, no line. */
export function CheckLine({ claims }: { claims: ClaimsData }) {
  const t = useTranslations("evidence.check");
  const line = useRef<HTMLDivElement>(null);
  const counts = countVerdicts(claims);
  const shown = told.filter((verdict) => counts[verdict] > 0);
  if (shown.length === 0 && claims.pending === 0) return null;
  return (
    <div ref={line} role="group" aria-label={t("label")} className="flex flex-col gap-0.5 text-sm text-quiet">
      {shown.map((verdict) => (
        <CheckedCount key={verdict} {...{ claims, verdict, line }} count={counts[verdict]} />
      ))}
      {claims.pending > 0 && <p role="status">{t("pending", { count: claims.pending })}</p>}
    </div>
  );
}

type CheckedCountProps = {
  claims: ClaimsData;
  verdict: (typeof told)[number];
  count: number;
  line: RefObject<HTMLElement | null>;
};

function CheckedCount({ claims, verdict, count, line }: CheckedCountProps) {
  const t = useTranslations("evidence.check");
  const next = useRef(0);
  const jump = () => {
    const marks = listMarksOf(claims, verdict);
    const key = marks[next.current % marks.length];
    next.current += 1;
    showMark(line.current, key, verdict);
  };
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span>
        <span aria-hidden className="verdict-dot me-1.5" data-verdict={verdict} />
        {t(verdict, { count, total: claims.claims.length })}
      </span>
      <button
        type="button"
        onClick={jump}
        className="rounded-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current pointer-coarse:py-2"
      >
        {t("jump")}
      </button>
    </p>
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
