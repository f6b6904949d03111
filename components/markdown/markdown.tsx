"use client";

import { lazy, memo, useDeferredValue } from "react";
import type { MarkKey } from "@/lib/client/message/cited-marks";
import { untilIdle, untilTouched } from "@/lib/client/wait";
import { DrawnText } from "./drawn-text";
import { weighElsewhere } from "./weigh-elsewhere";
import "./markdown.css";

const RenderedMarkdown = lazy(async () => ({
  default: (await import("./rendered-markdown")).RenderedMarkdown,
}));

/** `markKeys`: the keys of its marks in their order, once there is a check to show. */
type MarkdownProps = { text: string; isStreaming: boolean; markKeys?: readonly MarkKey[] | null };

/** Safe Markdown, drawn between other work. Until it is drawn plain words stand in the same box. */
export const Markdown = memo(function Markdown({ text, isStreaming, markKeys = null }: MarkdownProps) {
  const shown = useDeferredValue(text, isStreaming ? "" : text);
  const isGrowing = useDeferredValue(isStreaming);
  return (
    <div className="markdown">
      <DrawnText text={shown} isStreaming={isGrowing}>
        {(drawn) => (
          <RenderedMarkdown text={drawn} isStreaming={isGrowing} markKeys={isGrowing ? null : markKeys} />
        )}
      </DrawnText>
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
    () => weighElsewhere(""),
  ];
  for (const step of steps) {
    await untilIdle(signal);
    if (signal.aborted) return;
    await step();
  }
}
