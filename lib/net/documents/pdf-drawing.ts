import { getResolvedPDFJS } from "unpdf";
import type { Pdf, PdfPage } from "./open-pdf";

/**
 * What a page draws. `covered`: the share of it that pictures take. `texts`: its strings with the blanks that
 * they hold. `shown`: what the appearances of annotations write, by their ids.
 */
export type PdfDrawing = { covered: number; texts: string[]; shown: Map<string, string> };

export const noDrawing: PdfDrawing = { covered: 0, texts: [], shown: new Map() };

/** Decodes the page's pictures: for the few pages whose text leaves a doubt. A broken one draws nothing. */
export async function readDrawing(pdf: Pdf, number: number): Promise<PdfDrawing> {
  try {
    const page = await pdf.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const list = await page.getOperatorList();
    page.cleanup();
    return toDrawing(list, Math.max((right - left) * (top - bottom), 1), await getResolvedPDFJS());
  } catch {
    return noDrawing;
  }
}

type OperatorList = Awaited<ReturnType<PdfPage["getOperatorList"]>>;
type PdfLibrary = Awaited<ReturnType<typeof getResolvedPDFJS>>;

function toDrawing({ fnArray, argsArray }: OperatorList, whole: number, { OPS }: PdfLibrary): PdfDrawing {
  const drawing: PdfDrawing = { covered: 0, texts: [], shown: new Map() };
  // How many times larger than its own unit square something is drawn.
  let scale = 1;
  let annotation: string | null = null;
  const outer: number[] = [];
  const save = () => outer.push(scale);
  const restore = () => (scale = outer.pop() ?? scale);
  const cover = () => (drawing.covered += Math.min(scale / whole, 1));
  const operators: Record<number, (args: unknown[]) => unknown> = {
    ...{ [OPS.save]: save, [OPS.restore]: restore, [OPS.paintFormXObjectEnd]: restore },
    [OPS.transform]: (args) => (scale *= toScale(args)),
    [OPS.paintFormXObjectBegin]: (args) => [save(), (scale *= toScale(args[0]))],
    ...{ [OPS.paintImageXObject]: cover, [OPS.paintInlineImageXObject]: cover },
    [OPS.paintImageMaskXObject]: cover,
    [OPS.beginAnnotation]: (args) => (annotation = String(args[0])),
    [OPS.endAnnotation]: () => (annotation = null),
    [OPS.showText](args) {
      const text = toText(args[0]);
      if (annotation === null) drawing.texts.push(text);
      else drawing.shown.set(annotation, `${drawing.shown.get(annotation) ?? ""} ${text}`);
    },
  };
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown = argsArray[at];
    operators[operator]?.(Array.isArray(args) ? args : []);
  }
  return drawing;
}

function toScale(matrix: unknown): number {
  const [a = 1, b = 0, c = 0, d = 1] = Object.values(matrix ?? {}).map(Number);
  return Math.abs(a * d - b * c);
}

/** Between letters stands how far they are moved, in thousandths of their size: a blank takes about 280. */
function toText(glyphs: unknown): string {
  const parts = (Array.isArray(glyphs) ? glyphs : []).map((glyph: unknown) => {
    if (typeof glyph === "number") return " ".repeat(Math.max(0, Math.min(3, Math.round(-glyph / 280))));
    return typeof glyph === "object" && glyph !== null && "unicode" in glyph ? String(glyph.unicode) : "";
  });
  return parts.join("");
}

const apart = /(?<![\p{L}\p{M}])(?:\p{L}\p{M}*[ \u00a0]){3,}\p{L}(?![\p{L}\p{M}])/u;

/** Whether letters of a word stand apart, "R I N G". */
export function isSpacedOut(text: string): boolean {
  return apart.test(text);
}

/** Its words, by the blanks that its strings hold; as it is where they do not tell. */
export function joinSpacedOut(text: string, texts: readonly string[]): string {
  const letters = text.replace(/\s+/g, "");
  const own = findStrings(letters, texts)?.trim();
  if (own === undefined) return text;
  if (!isSpacedOut(own)) return own.replace(/\s+/g, " ");
  const words = own.split(/\s{2,}/);
  if (words.length === 1 && letters.length < 6) return text;
  return words.map((word) => (/^(?:\S\s)*\S$/u.test(word) ? word.replace(/\s/g, "") : word)).join(" ");
}

/** The strings, one behind the other, that hold these letters and nothing else. */
function findStrings(letters: string, texts: readonly string[]): string | undefined {
  for (let from = 0; from < texts.length; from += 1) {
    let joined = "";
    for (let to = from; to < texts.length; to += 1) {
      joined += `${joined === "" ? "" : " "}${texts[to] ?? ""}`;
      const found = joined.replace(/\s+/g, "");
      if (found === letters) return joined;
      if (!letters.startsWith(found)) break;
    }
  }
  return undefined;
}
