"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect } from "react";
import type { EvidenceView } from "@/components/markdown/evidence-context";
import { IconButton } from "@/components/ui/icon-button";
import type { SignedMark } from "@/lib/client/message/claims";
import { Scale } from "./scale";

type ClaimStepsProps = {
  marks: readonly SignedMark[];
  view: Extract<EvidenceView, { kind: "text" }>;
  onStep: (view: EvidenceView) => void;
};

const steps: Record<string, number> = { ArrowLeft: -1, k: -1, ArrowRight: 1, j: 1 };

/** From one statement of an answer to the next, also by ← → and j k; its mark is lit and in view. */
export function ClaimSteps({ marks, view: { messageId, markKey, number }, onStep }: ClaimStepsProps) {
  const t = useTranslations("evidence.walk");
  useLitMark(messageId, markKey, number);
  const here = marks.findIndex((mark) => mark.key === markKey && mark.number === number);
  const show = useCallback(
    (place: number) => {
      const next = marks[place];
      if (here !== -1 && next) onStep({ kind: "text", messageId, number: next.number, markKey: next.key });
    },
    [marks, here, messageId, onStep],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = steps[event.key];
      if (by === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
        return;
      const busy =
        "input, textarea, select, [contenteditable], [role=slider], [role=menu], dialog:not(.evidence-sheet)";
      if (event.target instanceof Element && event.target.closest(busy)) return;
      event.preventDefault();
      show(here + by);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [show, here]);
  if (here === -1) return null;
  const toButton = (by: -1 | 1, Icon: typeof ChevronLeft) => (
    <IconButton
      label={t(by === -1 ? "before" : "next")}
      icon={<Icon size={18} aria-hidden className="rtl:-scale-x-100" />}
      tip="end"
      aria-disabled={marks[here + by] === undefined}
      onClick={() => show(here + by)}
      className="aria-disabled:opacity-40"
    />
  );
  return (
    <div
      role="group"
      aria-label={t("label")}
      className="flex items-center gap-1 border-b border-hairline ps-4 pe-2 text-small"
    >
      <p aria-live="polite" className="whitespace-nowrap tabular-nums">
        {t("place", { place: here + 1, count: marks.length })}
      </p>
      <span className="flex min-w-0 flex-1 justify-center px-2">
        <Scale marks={marks} here={here} onStep={show} />
      </span>
      {toButton(-1, ChevronLeft)}
      {toButton(1, ChevronRight)}
    </div>
  );
}

/** Says with `aria-current` which mark the panel shows. */
function useLitMark(messageId: string, markKey: string | undefined, number: number): void {
  useEffect(() => {
    if (markKey === undefined) return;
    const mark = document.querySelector<HTMLElement>(
      `[data-message="${CSS.escape(messageId)}"] [data-mark="${markKey}"][data-source="${number}"]`,
    );
    mark?.scrollIntoView({ block: "nearest" });
    mark?.setAttribute("aria-current", "true");
    return () => mark?.removeAttribute("aria-current");
  }, [messageId, markKey, number]);
}
