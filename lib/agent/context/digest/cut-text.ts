import { estimateTokens } from "@/lib/agent/tokens";
import { findCut } from "./sentences";

const end = /[.!?…]["”’)\]]?(?=\s|$)|[。！？…][”」）]?|\n/gu;
/** An end nearer to the beginning leaves too much out. */
const leastShare = 0.3;

/** The beginning of a text in at most `maxTokens`, up to the end of a sentence where there is one, never inside a character. */
export function cutText(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const length = findLength(text, maxTokens);
  if (length === 0) return "";
  // One more, so that an end is not seen where a word goes on.
  const ends = Array.from(
    text.slice(0, length + 1).matchAll(end),
    (found) => found.index + found[0].length,
  ).filter((at) => at <= length);
  const last = ends.at(-1) ?? 0;
  const cut = last >= length * leastShare ? last : findCut(text, length);
  return cut > length ? "" : text.slice(0, cut).trimEnd();
}

/** How many characters are at most so many tokens; found in halves, for it is a whole that is estimated. */
function findLength(text: string, maxTokens: number): number {
  let [low, high] = [0, Math.min(text.length, Math.max(0, Math.floor(maxTokens)) * 8)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return low;
}
