"use client";

import { ArrowDownToLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { scrollable } from "@/components/ui/scrollable";
import { cutWindow, widenWindow } from "@/lib/client/text-window";
import { toLiveAddress } from "@/lib/client/text-fragment";
import type { ClaimPassage } from "@/lib/protocol/claims";
import type { EvidenceReply } from "@/lib/protocol/evidence";
import { EvidenceHead, LiveLink } from "./evidence-head";
import { RenderedText } from "./rendered-text";

type KeptTextProps = { evidence: EvidenceReply; passage: ClaimPassage | null; citedFor: ReactNode };

/** The text as it was read, opened at the passage; a long one only around it, more on demand. */
export function KeptText({ evidence, passage, citedFor }: KeptTextProps) {
  const t = useTranslations("evidence.text");
  const { url, text, documentKind } = evidence;
  const [shown, setShown] = useState(() => cutWindow(text, passage));
  const body = useRef<HTMLDivElement>(null);
  const showPassage = () => scrollToMark(body.current);
  useEffect(() => scrollToMark(body.current), []);
  return (
    <>
      <div className="flex flex-col gap-2.5 border-b border-hairline px-4 py-3">
        <EvidenceHead about={evidence} />
        {citedFor}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {url !== null && <LiveLink live={toLiveAddress({ url, text, documentKind }, passage)} />}
          {passage !== null && (
            <button
              type="button"
              className="inline-flex items-center gap-1.5 rounded-sm text-sm text-quiet hover:text-ink pointer-coarse:py-2.5"
              onClick={showPassage}
            >
              <ArrowDownToLine size={14} aria-hidden />
              {t("toPassage")}
            </button>
          )}
        </div>
      </div>
      <section
        ref={body}
        aria-label={t("kept")}
        className="kept-text min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2"
        {...scrollable}
      >
        {shown.start > 0 && (
          <MoreButton onClick={() => setShown(widenWindow(text, shown, "before"))}>{t("before")}</MoreButton>
        )}
        <RenderedText
          text={text.slice(shown.start, shown.end)}
          passage={passage && { start: passage.start - shown.start, end: passage.end - shown.start }}
        />
        {shown.end < text.length && (
          <MoreButton onClick={() => setShown(widenWindow(text, shown, "after"))}>{t("after")}</MoreButton>
        )}
      </section>
    </>
  );
}

/** A browser may answer with a promise, which is nothing that an effect may answer with. */
function scrollToMark(body: HTMLElement | null): void {
  body?.querySelector("mark, .marked-block")?.scrollIntoView({ block: "center" });
}

function MoreButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="my-2 w-full rounded-lg py-1.5 text-center text-sm text-quiet hover:bg-sunken hover:text-ink pointer-coarse:py-3"
    >
      {children}
    </button>
  );
}
