/** A piece of text as a PDF places it: from the left and from the bottom, in points. */
export type PdfItem = { text: string; x: number; y: number; width: number; size: number };
export type PdfLine = { text: string; x: number; y: number; right: number; size: number };

/** A page's pieces as lines, in the order in which the document writes them: that keeps columns apart. */
export function toLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  for (const item of items) {
    if (item.text === "") continue;
    if (line !== null && isSameLine(line, item)) {
      line.text += `${toGap(line, item)}${item.text}`;
      line.right = item.x + item.width;
      line.size = Math.max(line.size, item.text.trim() === "" ? 0 : item.size);
    } else {
      line = { text: item.text, x: item.x, y: item.y, right: item.x + item.width, size: item.size };
      lines.push(line);
    }
  }
  return lines.map((each) => ({ ...each, text: toText(each.text) })).filter(({ text }) => text !== "");
}

/** Without the dots that lead the eye from a chapter to its page. */
function toText(text: string): string {
  return text
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/(?: ?\.){5,} ?/g, " … ")
    .trim();
}

/** At the same height, or raised or lowered a little, and not far to the left, where a column begins. */
function isSameLine(line: PdfLine, item: PdfItem): boolean {
  const size = Math.max(line.size, item.size, 1);
  return Math.abs(line.y - item.y) < 0.5 * size && item.x > line.x - size;
}

/** PDFs seldom write blanks: they move on. */
function toGap(line: PdfLine, item: PdfItem): string {
  const gap = item.x - line.right;
  const size = Math.max(Math.min(line.size, item.size), 1);
  return gap > 0.18 * size &&
    !/\s$/.test(line.text) &&
    !/^\s/.test(item.text) &&
    !areBothCjk(line.text, item.text, gap, size)
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
