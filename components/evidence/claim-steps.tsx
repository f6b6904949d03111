"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { EvidenceView } from "@/components/markdown/evidence-context";
import { IconButton } from "@/components/ui/icon-button";
import { findClaimPlace, listClaimPlaces } from "@/lib/client/claims";
import type { ClaimsData } from "@/lib/protocol/claims";

type ClaimStepsProps = { claims: ClaimsData; view: EvidenceView; onStep: (view: EvidenceView) => void };

/** From one checked sentence of an answer to the next; its mark is lit and brought into view. */
export function ClaimSteps({ claims, view, onStep }: ClaimStepsProps) {
  const t = useTranslations("evidence.walk");
  const { messageId } = view;
  const markKey = view.kind === "text" ? view.markKey : undefined;
  useLitMark(messageId, markKey);
  const places = listClaimPlaces(claims);
  const index = findClaimPlace(claims, markKey);
  if (index === -1 || places.length < 2) return null;
  const step = (by: number) => {
    const next = places[index + by];
    if (next !== undefined) onStep({ kind: "text", messageId, ...next });
  };
  return (
    <div
      role="group"
      aria-label={t("label")}
      className="flex items-center gap-1 border-b border-hairline ps-4 pe-2 text-sm text-quiet"
    >
      <p aria-live="polite" className="flex-1">
        {t("place", { place: index + 1, count: places.length })}
      </p>
      <IconButton
        label={t("before")}
        icon={<ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />}
        tip="bottom"
        aria-disabled={index === 0}
        onClick={() => step(-1)}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        label={t("next")}
        icon={<ChevronRight size={18} aria-hidden className="rtl:-scale-x-100" />}
        tip="left"
        aria-disabled={index === places.length - 1}
        onClick={() => step(1)}
        className="aria-disabled:opacity-40"
      />
    </div>
  );
}

/** Says with `aria-current` which mark the panel shows. */
function useLitMark(messageId: string, markKey: string | undefined): void {
  useEffect(() => {
    if (markKey === undefined) return;
    const marks = [
      ...document.querySelectorAll<HTMLElement>(
        `[data-message="${CSS.escape(messageId)}"] [data-mark="${markKey}"]`,
      ),
    ];
    marks[0]?.scrollIntoView({ block: "nearest" });
    for (const mark of marks) mark.setAttribute("aria-current", "true");
    return () => marks.forEach((mark) => mark.removeAttribute("aria-current"));
  }, [messageId, markKey]);
}
