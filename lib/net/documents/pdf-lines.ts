/**
 * A piece of text as a PDF places it, in points along and across its own direction, which is `turn` degrees
 * against the page's: `x` grows as it is read, `y` falls from line to line.
 */
export type PdfItem = { text: string; x: number; y: number; width: number; size: number; turn: number };
export type PdfLine = { text: string; x: number; y: number; right: number; size: number; turn: number };

/** A place on the page as text of this direction sees it. */
export function turnPoint(x: number, y: number, turn: number): { x: number; y: number } {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/** What most of the letters have. */
export function getUsual<PIECE extends { text: string }>(
  pieces: readonly PIECE[],
  toValue: (piece: PIECE) => number,
): number {
  const letters = new Map<number, number>();
  for (const piece of pieces)
    letters.set(toValue(piece), (letters.get(toValue(piece)) ?? 0) + piece.text.length);
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** A page's pieces as lines, in the order in which the document writes them: that keeps columns apart. */
export function toLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: LineDraft[] = [];
  let line: LineDraft | null = null;
  for (const item of removeOverprint(items)) {
    if (line !== null && isSameLine(line, item)) {
      line.items.push(item);
      line.right = Math.max(line.right, item.x + item.width);
      line.size = Math.max(line.size, item.text.trim() === "" ? 0 : item.size);
    } else {
      const { x, y, width, size, turn } = item;
      line = { items: [item], x, y, right: x + width, size, turn };
      lines.push(line);
    }
  }
  return lines
    .map(({ items: pieces, ...each }) => ({ ...each, text: toText(pieces) }))
    .filter(({ text }) => text !== "");
}

type LineDraft = Omit<PdfLine, "text"> & { items: PdfItem[] };

/** Bold letters and shadows that are made by writing the same once more, a little beside. */
function removeOverprint(items: readonly PdfItem[]): PdfItem[] {
  const written = new Map<string, PdfItem[]>();
  return items.filter((item) => {
    const same = written.get(item.text) ?? [];
    if (item.text.trim() !== "" && same.slice(-20).some((before) => isOver(before, item))) return false;
    written.set(item.text, same);
    same.push(item);
    return item.text !== "";
  });
}

function isOver(before: PdfItem, { text, x, y, size, turn }: PdfItem): boolean {
  const most = (text.length === 1 ? 0.12 : 0.3) * size;
  return before.turn === turn && Math.abs(before.x - x) < most && Math.abs(before.y - y) < most;
}

/** What was written later may stand before: raised letters. Without dots and lines that lead the eye. */
function toText(items: PdfItem[]): string {
  let text = "";
  let last: PdfItem | null = null;
  for (const item of items.toSorted((a, b) => toStart(a) - toStart(b))) {
    if (last !== null && last.x + last.width - item.x > 0.2 * item.size) text = addOver(text, item.text);
    else text += `${last === null ? "" : toGap(last, text, item)}${item.text}`;
    last = item;
  }
  return text
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/(?: ?\.){5,} ?/g, " … ")
    .replace(/ ?_{4,} ?/g, " ")
    .trim();
}

/** A wide blank gives way to raised letters that stand in it. */
function toStart({ text, x, width, size }: PdfItem): number {
  return text.trim() === "" && width > 0.3 * size ? x + 0.1 * size : x;
}

/** An accent that is drawn over a letter, before or behind it, is a part of it. */
function addOver(before: string, after: string): string {
  const [first, last] = [toMark(after.charAt(0)), toMark(before.slice(-1))];
  if (first !== "" && /\p{L}$/u.test(before)) return `${before}${first}${after.slice(1)}`.normalize("NFC");
  if (last === "" || !/^\p{L}/u.test(after)) return before + after;
  return `${before.slice(0, -1)}${after.charAt(0)}${last}${after.slice(1)}`.normalize("NFC");
}

const otherMarks: Record<string, string> = { ˆ: "\u0302", ˇ: "\u030c", "`": "\u0300" };

function toMark(letter: string): string {
  return otherMarks[letter] ?? /^ (\p{M})$/u.exec(letter.normalize("NFKD"))?.[1] ?? "";
}

/** At the same height, or nearly, not far to the left, where a column begins, nor over its letters. */
function isSameLine(line: LineDraft, item: PdfItem): boolean {
  const size = Math.max(line.size, item.size, 1);
  if (line.turn !== item.turn || Math.abs(line.y - item.y) >= 0.5 * size) return false;
  return (
    item.x > line.x - size && (item.x > line.right - size || !line.items.some((each) => covers(each, item)))
  );
}

function covers(before: PdfItem, { x, width, size, text }: PdfItem): boolean {
  const common = Math.min(before.x + before.width, x + width) - Math.max(before.x, x);
  return common > 0.6 * size && [before.text, text].every((each) => /[\p{L}\p{N}]/u.test(each));
}

/** PDFs seldom write blanks: they move on. */
function toGap(last: PdfItem, before: string, item: PdfItem): string {
  const gap = item.x - last.x - last.width;
  const size = Math.max(Math.min(last.size, item.size), 1);
  return gap > 0.18 * size &&
    !/\s$/.test(before) &&
    !/^\s/.test(item.text) &&
    !areBothCjk(before, item.text, gap, size)
    ? " "
    : "";
}

/** Chinese and Japanese text is spread a little to fill its lines. */
function areBothCjk(before: string, after: string, gap: number, size: number): boolean {
  return gap < 0.8 * size && cjkEnd.test(before) && cjkStart.test(after);
}

const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef";
export const cjkEnd = new RegExp(`[${cjk}]$`, "u");
export const cjkStart = new RegExp(`^[${cjk}]`, "u");
