import type { ChatMessage } from "@/lib/protocol/chat-message";
import { listMarks, signMarks } from "@/lib/protocol/citation-marks";

/** Names one pair of brackets of a message: which text part, and which pair in it. */
export type MarkKey = `${number}.${number}`;

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

/** The text with each mark signed, and with its key where the keys are those of this text. */
export function writeMarkKeys(markdown: string, keys: readonly MarkKey[] | null): string {
  const own = keys !== null && keys.length === listMarks(markdown).length ? keys : [];
  return signMarks(markdown, (index) => own[index] ?? "");
}
