import type { ChatMessage } from "@/lib/protocol/chat-message";
import { listMarks, maskCode } from "@/lib/protocol/citation-marks";

/** Names one pair of brackets of a message: which text part, and which pair in it. */
export type MarkKey = `${number}.${number}`;

/** Stand around a mark's key behind it: no text has them, no Markdown knows them, no page shows them. */
export const markSigns = { open: "\uE000", close: "\uE001" } as const;

/** The keys of a piece's marks, in order; `null` when the piece cannot be told apart into its parts. */
export function listMarkKeys(message: ChatMessage, piece: { key: string; text: string }): MarkKey[] | null {
  const keys: MarkKey[] = [];
  let rest = piece.text;
  let part = -1;
  for (const [index, { type, ...more }] of message.parts.entries()) {
    if (type !== "text" || !("text" in more)) continue;
    part += 1;
    if (index < Number(piece.key) || rest === "" || more.text.trim() === "" || !rest.startsWith(more.text))
      continue;
    rest = rest.slice(more.text.length).replace(/^\n\n/, "");
    const count = listMarks(more.text).length;
    for (let mark = 0; mark < count; mark += 1) keys.push(`${part}.${mark}`);
  }
  return rest === "" && keys.length === listMarks(piece.text).length ? keys : null;
}

/** The text with each mark's key behind it. Formulas keep their brackets as they are. */
export function writeMarkKeys(markdown: string, keys: readonly MarkKey[]): string {
  const marks = listMarks(markdown);
  if (marks.length !== keys.length) return markdown;
  const formulas = [...maskCode(markdown).matchAll(/\$\$[\s\S]*?\$\$/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const pieces: string[] = [];
  let from = 0;
  for (const [index, { start, end }] of marks.entries()) {
    if (formulas.some((formula) => formula.start < start && end < formula.end)) continue;
    pieces.push(markdown.slice(from, end), markSigns.open, keys[index] ?? "", markSigns.close);
    from = end;
  }
  return [...pieces, markdown.slice(from)].join("");
}
