"use client";

import { lazy, memo, Suspense, useDeferredValue } from "react";
import type { MarkKey } from "@/lib/client/cited-marks";
import { untilIdle, untilTouched } from "@/lib/client/wait";
import "./markdown.css";

const RenderedMarkdown = lazy(async () => ({
  default: (await import("./rendered-markdown")).RenderedMarkdown,
}));

/** `markKeys`: the keys of its marks in their order, once there is a check to show. */
type MarkdownProps = { text: string; isStreaming: boolean; markKeys?: readonly MarkKey[] | null };

/** Safe Markdown, drawn between other work. Until the renderer is there plain words stand in the same box. */
export const Markdown = memo(function Markdown({ text, isStreaming, markKeys = null }: MarkdownProps) {
  const shown = useDeferredValue(text, isStreaming ? "" : text);
  const isGrowing = useDeferredValue(isStreaming);
  return (
    <div className="markdown">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <RenderedMarkdown text={shown} isStreaming={isGrowing} markKeys={isGrowing ? null : markKeys} />
      </Suspense>
    </div>
  );
});

/**
 * Fetches and tries out the renderer once somebody is there, a piece at a time while they read or type: who
 * only has the page open pays nothing. What sets formulas comes with the first one.
 */
export async function prefetchMarkdown(signal: AbortSignal): Promise<void> {
  await untilTouched(signal);
  const steps = [
    () => import("./rendered-markdown"),
    async () => (await import("./warm-markdown")).warmMarkdown(signal),
  ];
  for (const step of steps) {
    await untilIdle(signal);
    if (signal.aborted) return;
    await step();
  }
}
