"use client";

import type { CodeHighlighterPlugin, HighlightResult } from "@streamdown/code";
import { useEffect, useState, type CSSProperties } from "react";

export type HighlightedLine = { text: string; style: CSSProperties }[];

const linesPerSlice = 40;

/** Colours a finished block, some lines at a time between other work; `null` until it is done or when the language is unknown. */
export function useHighlightedLines(code: string, language: string, isIncomplete: boolean): HighlightedLine[] | null {
  const [done, setDone] = useState<{ code: string; lines: HighlightedLine[] } | null>(null);
  useEffect(() => {
    if (isIncomplete || language === "" || code === "") return;
    const left = new AbortController();
    void highlight(code, language, left.signal).then((lines) => lines !== null && !left.signal.aborted && setDone({ code, lines }));
    return () => left.abort();
  }, [code, language, isIncomplete]);
  return done?.code === code ? done.lines : null;
}

async function highlight(code: string, language: string, signal: AbortSignal): Promise<HighlightedLine[] | null> {
  const { code: highlighter } = await import("@streamdown/code");
  const known = highlighter.getSupportedLanguages().find((name) => name === language) ?? aliases[language];
  if (known === undefined) return null;
  const rows = code.split("\n");
  let result: HighlightResult | null = null;
  // Growing prefixes: the highlighter goes on from where the one before ended.
  for (let end = linesPerSlice; !signal.aborted; end += linesPerSlice) {
    const isLast = end >= rows.length;
    await untilIdle();
    const prefix = isLast ? code : `${rows.slice(0, end).join("\n")}\n`;
    const request = { code: prefix, language: known, themes: highlighter.getThemes(), isIncomplete: !isLast };
    result = await new Promise<HighlightResult>((resolve) => {
      const ready = highlighter.highlight(request, resolve);
      if (ready) resolve(ready);
    });
    if (isLast) break;
  }
  return signal.aborted || result === null ? null : result.tokens.map(toLine);
}

/** What models write for languages that the highlighter knows by another name. */
const aliases: Record<string, ReturnType<CodeHighlighterPlugin["getSupportedLanguages"]>[number]> = {
  js: "javascript",
  ts: "typescript",
  py: "python",
  sh: "shellscript",
  bash: "shellscript",
  shell: "shellscript",
  yml: "yaml",
  md: "markdown",
  rs: "rust",
  rb: "ruby",
  "c++": "cpp",
  "c#": "csharp",
  golang: "go",
  dockerfile: "docker",
};

function toLine(tokens: HighlightResult["tokens"][number]): HighlightedLine {
  return tokens.map(({ content, htmlStyle }) => ({ text: content, style: toStyle(htmlStyle) }));
}

/** Both themes' colours at once; the page's colour scheme picks one. */
function toStyle(htmlStyle: Record<string, string> | undefined): CSSProperties {
  const light = htmlStyle?.["color"];
  const dark = htmlStyle?.["--shiki-dark"];
  return light === undefined || dark === undefined ? {} : { color: `light-dark(${light}, ${dark})` };
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 16);
  });
}
