import type { ChatMessage } from "@/lib/protocol/chat-message";
import { listMarks, signMarks } from "@/lib/features/evidence/shape/citation-marks";
import { maskLiterals } from "@/lib/protocol/mask-text";

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

/** Stand around a figure that its source has otherwise: no text has them, no Markdown knows them. */
export const figureSigns = { open: "\uE002", close: "\uE003" } as const;

type FindFigure = (key: MarkKey, number: number) => string | undefined;

/**
 * The text with each mark signed, and with its key where the keys are those of this text. What `findFigure`
 * names is signed where it stands last before the mark, on the same line and as a whole word.
 */
export function writeMarkKeys(
  markdown: string,
  keys: readonly MarkKey[] | null,
  findFigure: FindFigure = () => undefined,
): string {
  const marks = listMarks(markdown);
  const own = keys !== null && keys.length === marks.length ? keys : [];
  const places = marks.flatMap(({ start, numbers }, index) => {
    const key = own[index];
    return numbers.flatMap((number) => {
      const figure = key && findFigure(key, number);
      const place = figure ? findLast(markdown, figure, start) : null;
      return place === null ? [] : [place];
    });
  });
  let signed = signMarks(markdown, (index) => own[index] ?? "");
  // From the end on, so that the places before stay; the signs of the marks between are counted.
  const grown = (at: number) =>
    marks.reduce((sum, { end }, index) => sum + (end <= at ? 2 + (own[index]?.length ?? 0) : 0), 0);
  const unique = [...new Map(places.map((place) => [place.start, place])).values()];
  for (const { start, end } of unique.toSorted((a, b) => b.start - a.start)) {
    const [from, to] = [start + grown(start), end + grown(start)];
    signed = `${signed.slice(0, from)}${figureSigns.open}${signed.slice(from, to)}${figureSigns.close}${signed.slice(to)}`;
  }
  return signed;
}

function findLast(markdown: string, figure: string, before: number): { start: number; end: number } | null {
  const line = markdown.lastIndexOf("\n", before) + 1;
  const start = markdown.lastIndexOf(figure, before - figure.length);
  const end = start + figure.length;
  const isWhole =
    !/[\p{L}\p{N}]$/u.test(markdown.slice(0, Math.max(0, start))) || !/^[\p{L}\p{N}]/u.test(figure);
  if (start < line || !isWhole || maskLiterals(markdown).slice(start, end) !== figure) return null;
  return { start, end };
}
