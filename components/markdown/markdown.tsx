"use client";

import { lazy, memo, Suspense } from "react";
import "./markdown.css";

const RenderedMarkdown = lazy(async () => ({ default: (await import("./rendered-markdown")).RenderedMarkdown }));

type MarkdownProps = { text: string; isStreaming: boolean };

/** An answer as safe Markdown. Until the renderer is there the plain words stand in the same box. */
export const Markdown = memo(function Markdown({ text, isStreaming }: MarkdownProps) {
  return (
    <div className="markdown">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <RenderedMarkdown text={text} isStreaming={isStreaming} />
      </Suspense>
    </div>
  );
});

/** Fetches the renderer before the first answer needs it. */
export function prefetchMarkdown(): void {
  void import("./rendered-markdown");
}
