"use client";

import { startTransition, useEffect, useState } from "react";
import { highlightCode, type HighlightedToken } from "./highlight-code";

/** Colours a finished block; `null` until it is done, and for good when the language is unknown. */
export function useHighlightedLines(
  code: string,
  language: string,
  isIncomplete: boolean,
): HighlightedToken[][] | null {
  const [done, setDone] = useState<{ code: string; lines: HighlightedToken[][] } | null>(null);
  useEffect(() => {
    if (isIncomplete || language === "" || code === "") return;
    const left = new AbortController();
    void highlightCode(code, language, left.signal).then((lines) => {
      if (lines !== null && !left.signal.aborted) startTransition(() => setDone({ code, lines }));
    });
    return () => left.abort();
  }, [code, language, isIncomplete]);
  return done?.code === code ? done.lines : null;
}
