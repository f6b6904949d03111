"use client";

import { ArrowDownToLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { cutWindow, widenWindow } from "@/components/evidence/kept-text";
import { RenderedText } from "@/components/evidence/rendered-text";
import { cutAtPages, type PageSegment } from "./pages";
import { PageField } from "./page-field";
import { findPage } from "@/lib/client/document-address";
import "@/components/evidence/evidence.css";
import { MoreButton } from "@/components/ui/more-button";

type WordRange = { start: number; end: number };
type Props = {
  /** Stands above it: not said again where the text begins with it. */
  title: string;
  text: string;
  pages: readonly number[];
  page: number | null;
  passage: WordRange | null;
};

/** The text as it was read, by pages, opened at the passage; a long one only around it, more on demand. */
export function DocumentText({ title, text, pages, page, passage }: Props) {
  const t = useTranslations("library.view");
  const [at, setAt] = useState({ page, round: 0 });
  const isAsked = at.round > 0;
  const target = isAsked || passage === null ? toPlace(pages, at.page) : passage;
  const head = text.startsWith(`# ${title}\n`) ? title.length + 3 : 0;
  const [shown, setShown] = useState(() => cutWindow(text, target));
  const start = Math.max(shown.start, head);
  const body = useRef<HTMLDivElement>(null);
  const placeOnce = usePlacing(body, at);
  if (text.trim() === "") return <p className="pt-8 text-quiet">{t("noText")}</p>;

  const goTo = (next: number) => {
    setShown(cutWindow(text, toPlace(pages, next)));
    setAt(({ round }) => ({ page: next, round: round + 1 }));
  };
  const toPassage = () => {
    if (passage !== null) setShown(cutWindow(text, passage));
    setAt({ page, round: 0 });
  };
  return (
    <>
      {(pages.length > 1 || passage !== null) && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          {pages.length > 1 && (
            <PageField page={at.page ?? findPage(pages, shown.start) ?? 1} count={pages.length} onGo={goTo} />
          )}
          {passage !== null && (
            <button type="button" onClick={toPassage} className="quiet-button">
              <ArrowDownToLine size={16} aria-hidden />
              {t("toPassage")}
            </button>
          )}
        </div>
      )}
      <section ref={body} aria-label={t("textLabel")} className="mt-4 border-t border-hairline pt-5">
        {shown.start > 0 && (
          <MoreButton onClick={() => setShown(widenWindow(text, shown, "before"))}>{t("earlier")}</MoreButton>
        )}
        {cutAtPages(pages, { start, end: shown.end }).map((segment) => (
          <SegmentText
            key={`${segment.page} ${segment.start}`}
            {...{ text, segment, passage }}
            onDraw={placeOnce}
          />
        ))}
        {shown.end < text.length && (
          <MoreButton onClick={() => setShown(widenWindow(text, shown, "after"))}>{t("later")}</MoreButton>
        )}
      </section>
    </>
  );
}

/** Goes to the page that is asked for, or to the passage, which is there once its text is drawn. */
function usePlacing(body: RefObject<HTMLElement | null>, at: { page: number | null; round: number }) {
  const place = useCallback(() => {
    const isAsked = at.round > 0;
    const mark = isAsked ? null : body.current?.querySelector("mark, .marked-block");
    const heading = at.page === null ? null : body.current?.querySelector(`[data-page="${at.page}"]`);
    if (mark) mark.scrollIntoView({ block: "center" });
    else if (at.page !== 1 || isAsked) heading?.scrollIntoView({ block: "start" });
  }, [body, at]);
  const isPlaced = useRef(false);
  useEffect(() => {
    isPlaced.current = false;
    place();
  }, [place]);
  return () => {
    if (!isPlaced.current) place();
    isPlaced.current = true;
  };
}

type SegmentProps = { text: string; segment: PageSegment; passage: WordRange | null; onDraw: () => void };

function SegmentText({ text, segment, passage, onDraw }: SegmentProps) {
  const t = useTranslations("library.view");
  const { page, start, end } = segment;
  const marked = clip(passage, segment);
  return (
    <div className="kept-text document-text">
      {page !== null && (
        <h2
          data-page={page}
          className="mt-6 mb-3 flex scroll-mt-4 items-center gap-3 text-xs font-medium text-quiet after:h-px after:flex-1 after:bg-hairline"
        >
          {t("page", { page })}
        </h2>
      )}
      <RenderedText
        text={text.slice(start, end)}
        passage={marked}
        onDraw={marked === null ? undefined : onDraw}
      />
    </div>
  );
}

function toPlace(pages: readonly number[], page: number | null): WordRange | null {
  const start = page === null ? undefined : pages[page - 1];
  return start === undefined ? null : { start, end: start };
}

/** The part of a passage that lies in a segment, counted from where that begins. */
function clip(passage: WordRange | null, { start, end }: WordRange): WordRange | null {
  if (passage === null || passage.end <= start || end <= passage.start) return null;
  return { start: Math.max(passage.start, start) - start, end: Math.min(passage.end, end) - start };
}
