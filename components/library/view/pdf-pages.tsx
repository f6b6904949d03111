"use client";

import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type RefObject } from "react";
import { toPlainPassage } from "@/lib/client/plain-passage";
import { findWords } from "./mark-words";
import { openPdf } from "./open-pdf";
import { PageField } from "./page-field";
import "./pdf.css";

type Props = {
  documentId: string;
  firstPage: number;
  /** The passage, as it was read; it is marked where it can be found. */
  words: string | null;
};

/** A PDF as it looks, a page at a time. */
export function PdfPages({ documentId, firstPage, words }: Props) {
  const t = useTranslations("library.view");
  const { pdf, hasFailed } = usePdf(documentId);
  const [page, setPage] = useState(firstPage);
  if (hasFailed) return <p className="mt-6 text-sm text-bad">{t("notDrawn")}</p>;
  if (pdf === null) return <Drawing />;
  const shown = Math.min(page, pdf.numPages);
  return (
    <div className="mt-4 grid gap-3">
      {pdf.numPages > 1 && <PageField page={shown} count={pdf.numPages} onGo={setPage} />}
      <PdfPage key={shown} pdf={pdf} page={shown} words={shown === firstPage ? words : null} />
    </div>
  );
}

function Drawing() {
  const t = useTranslations("library.view");
  return (
    <div role="status" className="mt-4 aspect-[1/1.3] animate-pulse rounded-lg bg-sunken">
      <span className="sr-only">{t("drawing")}</span>
    </div>
  );
}

function usePdf(documentId: string): { pdf: PDFDocumentProxy | null; hasFailed: boolean } {
  const [state, setState] = useState<{ pdf: PDFDocumentProxy | null; hasFailed: boolean }>({
    pdf: null,
    hasFailed: false,
  });
  useEffect(() => {
    const left = new AbortController();
    openPdf(documentId, left.signal).then(
      ({ pdf }) => left.signal.aborted || setState({ pdf, hasFailed: false }),
      () => left.signal.aborted || setState({ pdf: null, hasFailed: true }),
    );
    return () => left.abort();
  }, [documentId]);
  return state;
}

type PageProps = { pdf: PDFDocumentProxy; page: number; words: string | null };
type PageState = "drawing" | "drawn" | "failed";

function PdfPage({ pdf, page, words }: PageProps) {
  const t = useTranslations("library.view");
  const room = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const width = useWidth(room);
  const [state, setState] = useState<PageState>("drawing");
  const [isFound, setFound] = useState(true);
  useEffect(() => {
    const [picture, texts] = [canvas.current, layer.current];
    if (width === 0 || picture === null || texts === null) return;
    const left = new AbortController();
    const { signal } = left;
    const draw = async () => {
      const proxy = await pdf.getPage(page);
      if (signal.aborted) return;
      await drawPage(proxy, { canvas: picture, width, signal });
      const hasWords = await drawText(proxy, { layer: texts, width, words, signal });
      if (signal.aborted) return;
      setFound(hasWords);
      setState("drawn");
    };
    draw().catch(() => signal.aborted || setState("failed"));
    return () => left.abort();
  }, [pdf, page, width, words]);
  return (
    <div>
      {words !== null && state === "drawn" && !isFound && (
        <p role="status" className="pb-2 text-sm leading-5 text-quiet">
          {t("notFound")}
        </p>
      )}
      {state === "failed" && <p className="pb-2 text-sm text-bad">{t("notDrawn")}</p>}
      <div
        ref={room}
        role="group"
        aria-label={t("canvas", { page })}
        aria-busy={state === "drawing"}
        className="pdf-page relative min-h-60 overflow-hidden rounded-lg border border-hairline bg-white"
      >
        <canvas ref={canvas} aria-hidden className="block w-full" />
        <div ref={layer} className="textLayer" dir="ltr" />
      </div>
    </div>
  );
}

type PageDrawing = { width: number; signal: AbortSignal };

/** As sharp as the screen, but no canvas that a phone could not hold. */
const mostPixels = 8_000_000;

async function drawPage(
  page: PDFPageProxy,
  { canvas, width, signal }: PageDrawing & { canvas: HTMLCanvasElement },
): Promise<void> {
  const plain = page.getViewport({ scale: 1 });
  const wanted = (width / plain.width) * window.devicePixelRatio;
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (plain.width * plain.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.aspectRatio = `${plain.width} / ${plain.height}`;
  const task = page.render({ canvas, viewport });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
}

/** Lays the words over the picture, to be chosen and read aloud; says whether the passage was marked. */
async function drawText(
  page: PDFPageProxy,
  { layer, width, words, signal }: PageDrawing & { layer: HTMLDivElement; words: string | null },
): Promise<boolean> {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  layer.replaceChildren();
  layer.style.setProperty("--total-scale-factor", String(viewport.scale));
  const text = new TextLayer({
    textContentSource: await page.getTextContent(),
    container: layer,
    viewport,
  });
  signal.addEventListener("abort", () => text.cancel(), { once: true });
  await text.render();
  if (words === null || signal.aborted) return true;
  const divs = text.textDivs;
  const marks = findWords(text.textContentItemsStr, toPlainPassage(words));
  for (const { piece, start, end } of marks) markIn(divs[piece], start, end);
  layer.querySelector("mark")?.scrollIntoView({ block: "center" });
  return marks.length > 0;
}

function markIn(element: HTMLElement | undefined, start: number, end: number): void {
  const node = element?.firstChild;
  if (!(node instanceof Text)) return;
  const range = document.createRange();
  range.setStart(node, Math.min(start, node.length));
  range.setEnd(node, Math.min(end, node.length));
  range.surroundContents(document.createElement("mark"));
}

/** The width in which a page is drawn, in CSS pixels. */
function useWidth(room: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = room.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [room]);
  return width;
}
