"use client";

import { ArrowDownToLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { scrollable } from "@/components/ui/scrollable";
import { findPage } from "@/lib/client/document-address";
import type { Source } from "@/lib/client/message/sources";
import { toLiveAddress } from "./text-fragment";
import type { ClaimPassage } from "@/lib/features/evidence/shape/claims";
import type { EvidenceReply } from "@/lib/features/evidence/shape/evidence";
import { EvidenceHead, LiveLink } from "./evidence-head";
import { RenderedText } from "./rendered-text";
import { MoreButton } from "@/components/ui/more-button";

type KeptTextProps = {
  evidence: EvidenceReply;
  place?: Source["place"] | undefined;
  passage: ClaimPassage | null;
  citedFor: ReactNode;
};

/** The text as it was read, opened at the passage or its page; only the surroundings of a long one. */
export function KeptText({ evidence, place, passage, citedFor }: KeptTextProps) {
  const t = useTranslations("evidence.text");
  const { url, text, documentKind } = evidence;
  const { seen, pageStart } = findSeen({ evidence, place, passage });
  const [shown, setShown] = useState(() => cutWindow(text, passage ?? { start: pageStart, end: pageStart }));
  const body = useRef<HTMLDivElement>(null);
  const showPassage = () => scrollToMark(body.current);
  useEffect(() => scrollToMark(body.current), []);
  return (
    <>
      <div className="flex flex-col gap-2.5 border-b border-hairline px-4 py-3">
        {citedFor}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {url !== null && (
            <LiveLink live={toLiveAddress({ url, text, documentKind, page: seen.page }, passage)} />
          )}
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
        <EvidenceHead about={evidence} />
        <h3 className="sr-only">{t("kept")}</h3>
      </div>
      <section
        ref={body}
        aria-label={t("kept")}
        className="kept-text min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2 short:flex-none short:overflow-visible"
        {...scrollable}
      >
        {shown.start > 0 && (
          <MoreButton onClick={() => setShown(widenWindow(text, shown, "before"))}>{t("before")}</MoreButton>
        )}
        {pageStart > shown.start && (
          <RenderedText text={text.slice(shown.start, pageStart)} passage={null} onDraw={showPassage} />
        )}
        {pageStart > 0 && <div data-place />}
        <RenderedText
          text={text.slice(Math.max(shown.start, pageStart), shown.end)}
          passage={passage && { start: passage.start - shown.start, end: passage.end - shown.start }}
          onDraw={showPassage}
        />
        {shown.end < text.length && (
          <MoreButton onClick={() => setShown(widenWindow(text, shown, "after"))}>{t("after")}</MoreButton>
        )}
      </section>
    </>
  );
}

/** The page of the passage, else of what was read; `pageStart`: where the text opens without a passage. */
function findSeen({ evidence, place, passage }: Omit<KeptTextProps, "citedFor">) {
  const { pages = [] } = evidence;
  const page = (passage && findPage(pages, passage.start)) ?? place?.page;
  const seen: NonNullable<Source["place"]> = {
    ...(page === place?.page && place),
    ...(page !== undefined && { page }),
  };
  const pageStart = passage === null && page !== undefined ? (pages[page - 1] ?? 0) : 0;
  return { seen, pageStart };
}

/** A browser may answer with a promise, which is nothing that an effect may answer with. */
function scrollToMark(body: HTMLElement | null): void {
  const mark = body?.querySelector("mark, .marked-block");
  if (mark) mark.scrollIntoView({ block: "center" });
  else body?.querySelector("[data-place]")?.scrollIntoView({ block: "start" });
}

/** A part of a text, in UTF-16 units; it begins and ends where a paragraph does. */
type TextWindow = { start: number; end: number };

const before = 6_000;
const after = 12_000;
const step = 20_000;

/** What is shown of a text at first: around the passage, or its beginning. */
export function cutWindow(text: string, passage: Pick<ClaimPassage, "start" | "end"> | null): TextWindow {
  const [from, to] = passage === null ? [0, before] : [passage.start - before, passage.end];
  return { start: findStart(text, from), end: findEnd(text, to + after) };
}

export function widenWindow(text: string, { start, end }: TextWindow, where: "before" | "after"): TextWindow {
  return where === "before"
    ? { start: findStart(text, start - step), end }
    : { start, end: findEnd(text, end + step) };
}

/** The beginning of a paragraph at `wanted` or before it, outside of fenced code where that is near. */
function findStart(text: string, wanted: number): number {
  if (wanted <= 0) return 0;
  const blank = text.lastIndexOf("\n\n", wanted);
  const start = blank === -1 || wanted - blank > step ? wanted : blank + 2;
  const fences = [...text.slice(0, start).matchAll(/^ {0,3}(?:```|~~~)/gm)];
  const open = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  return keepWhole(text, open !== undefined && start - open < step ? open : start);
}

/** The end of a paragraph at `wanted` or behind it. */
function findEnd(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const blank = text.indexOf("\n\n", wanted);
  if (blank === -1 && text.length - wanted <= step) return text.length;
  return blank === -1 || blank - wanted > step ? keepWhole(text, wanted) : blank;
}

/** Never between the halves of a character. */
function keepWhole(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
