import { getResolvedPDFJS } from "unpdf";
import type { PdfPage } from "./open-pdf";

/**
 * What a page draws. `covered`: the share of it that pictures take. `texts`: its strings with the blanks that
 * they hold. `shown`: what the appearances of annotations write, by their ids.
 */
export type Drawing = { covered: number; texts: string[]; shown: Map<string, string> };

/** Decodes the page's pictures: for the few pages whose text leaves a doubt. */
export async function readDrawing(page: PdfPage): Promise<Drawing> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const whole = Math.max((right - left) * (top - bottom), 1);
  const drawing: Drawing = { covered: 0, texts: [], shown: new Map() };
  // How many times larger than its own unit square something is drawn.
  let scale = 1;
  let annotation: string | null = null;
  const outer: number[] = [];
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown[] = Array.isArray(argsArray[at]) ? argsArray[at] : [];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) outer.push(scale);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) scale = outer.pop() ?? scale;
    if (operator === OPS.transform) scale *= toScale(args);
    if (operator === OPS.paintFormXObjectBegin) scale *= toScale(args[0]);
    if (pictures.has(operator)) drawing.covered += Math.min(scale / whole, 1);
    if (operator === OPS.beginAnnotation) annotation = String(args[0]);
    if (operator === OPS.endAnnotation) annotation = null;
    if (operator !== OPS.showText) continue;
    const text = toText(args[0]);
    if (annotation === null) drawing.texts.push(text);
    else drawing.shown.set(annotation, `${drawing.shown.get(annotation) ?? ""} ${text}`.trim());
  }
  return drawing;
}

function toScale(matrix: unknown): number {
  const [a = 1, b = 0, c = 0, d = 1] = Object.values(matrix ?? {}).map(Number);
  return Math.abs(a * d - b * c);
}

/** Between the letters stands how far they are moved, in thousandths of their size: a blank takes about 250. */
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
