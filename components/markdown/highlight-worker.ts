import { code as highlighter, type CodeHighlighterPlugin } from "@streamdown/code";
import type { HighlightAnswer, HighlightedToken, HighlightOrder } from "./highlight-code";

// Compiling a grammar takes longer than a page may stand still, so that it happens here, beside the page.
self.onmessage = async ({ data: { id, code, language } }: MessageEvent<HighlightOrder>) => {
  self.postMessage({ id, lines: await highlight(code, language) } satisfies HighlightAnswer);
};

type CodeLanguage = ReturnType<CodeHighlighterPlugin["getSupportedLanguages"]>[number];
type Token = { content: string; htmlStyle?: Record<string, string> };

/** `null` when the language is unknown. */
function highlight(code: string, language: string): Promise<HighlightedToken[][] | null> | null {
  const name = language.toLowerCase() as CodeLanguage;
  if (!highlighter.supportsLanguage(name)) return null;
  return new Promise((resolve) => {
    const finish = ({ tokens }: { tokens: Token[][] }) => resolve(tokens.map((line) => line.map(toToken)));
    const ready = highlighter.highlight({ code, language: name, themes: highlighter.getThemes() }, finish);
    if (ready !== null) finish(ready);
  });
}

function toToken({ content, htmlStyle }: Token): HighlightedToken {
  return { text: content, light: htmlStyle?.["color"] ?? null, dark: htmlStyle?.["--shiki-dark"] ?? null };
}
