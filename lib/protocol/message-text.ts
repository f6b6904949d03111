import type { ChatMessage, PastedRange } from "./chat-message";

/** The words of a message: its texts, a line each, without what stands beside them. */
export function toMessageText({ parts }: Pick<ChatMessage, "parts">): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/**
 * What of a message the person typed, and what they pasted, which may be anybody's words. A client that does
 * not say what was pasted: by its form. An address alone is as good as typed.
 */
export function splitByHand(message: Pick<ChatMessage, "parts" | "metadata">): {
  typed: string;
  pasted: string;
} {
  const text = toMessageText(message);
  return splitRanges(text, message.metadata?.pasted ?? findPastedByForm(text));
}

/** As `splitByHand`, of a text of which nobody says what was pasted. */
export function splitByForm(text: string): { typed: string; pasted: string } {
  return splitRanges(text, findPastedByForm(text));
}

/** A text longer than this, in UTF-16 units, was hardly typed. */
const longestTyped = 400;

/** Quoted lines, and all of a text that is too long for typing. */
function findPastedByForm(text: string): PastedRange[] {
  const quoted = [...text.matchAll(/^[ \t]*>[^\n]*/gm)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }));
  const length = text.length - quoted.reduce((sum, { start, end }) => sum + end - start, 0);
  return length > longestTyped ? [{ start: 0, end: text.length }] : quoted;
}

function splitRanges(text: string, ranges: readonly PastedRange[]): { typed: string; pasted: string } {
  const pieces = { typed: [] as string[], pasted: [] as string[] };
  let from = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const piece = text.slice(Math.max(start, from), end);
    if (/^\s*(?:https?:\/\/\S+\s*)?$/.test(piece)) continue;
    pieces.typed.push(text.slice(from, Math.max(start, from)));
    pieces.pasted.push(piece);
    from = Math.max(from, end);
  }
  return { typed: [...pieces.typed, text.slice(from)].join("\n"), pasted: pieces.pasted.join("\n") };
}

/** What the person said while a reply was made, which stands in the reply. */
export function toSteeringText({ parts }: Pick<ChatMessage, "parts">): string {
  return parts
    .flatMap((part) =>
      part.type === "steering-message"
        ? part.parts.flatMap((one) => (one.type === "text" ? [one.text] : []))
        : [],
    )
    .join("\n");
}
