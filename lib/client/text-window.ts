import type { ClaimPassage } from "@/lib/protocol/claims";

/** A part of a text, in UTF-16 units; it begins and ends where a paragraph does. */
export type TextWindow = { start: number; end: number };

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
