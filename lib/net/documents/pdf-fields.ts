import { getResolvedPDFJS } from "unpdf";
import type { Pdf } from "./open-pdf";
import { getUsual, turnPoint, type PdfItem } from "./pdf-lines";

/** The parts of the library's annotations that are used; its own type for them is `any`. */
export type PdfAnnotation = {
  id: string;
  pageIndex: number;
  subtype: string;
  annotationFlags?: number;
  fieldType?: string | null;
  hasAppearance?: boolean;
  rect: [number, number, number, number];
  fieldValue?: string | string[] | null;
  options?: { exportValue: string; displayValue: string }[];
  checkBox?: boolean;
  radioButton?: boolean;
  password?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  /** As its appearance writes it. */
  textContent?: string[];
  contentsObj?: { str: string };
};
type Box = { left: number; right: number; bottom: number; top: number };

/** Of the first pages, by their places; not links, which may be very many. `null` if one is broken. */
export async function findAnnotations(pdf: Pdf, pages: number): Promise<Map<number, PdfAnnotation[]> | null> {
  const { LINK: _link, POPUP: _popup, ...types } = (await getResolvedPDFJS()).AnnotationType;
  const beyond = Array.from({ length: pdf.numPages - pages }, (_empty, index) => pages + index);
  const found = await pdf
    .getAnnotationsByType(new Set(Object.values(types)), new Set(beyond))
    .catch(() => null);
  return found && Map.groupBy(found as PdfAnnotation[], ({ pageIndex }) => pageIndex);
}

/** Flags of those that are never shown: invisible, hidden, no view (ISO 32000, 12.5.3). */
const unseen = 1 | 2 | 32;

/** Whether what it says, if anything, stands in its appearance alone: signatures, stamps, buttons. */
export function isDrawnOnly(annotation: PdfAnnotation): boolean {
  const { hasAppearance = false, subtype, fieldType } = annotation;
  const isDrawn = subtype === "Stamp" || fieldType === "Sig" || fieldType === "Btn";
  return hasAppearance && isDrawn && toText(annotation, "") === "";
}

/**
 * A page's text with what was filled into its form and noted on it: values behind the nearest label to their
 * left or above, boxes before theirs, what has no label at the end. What the page itself writes there comes
 * once. `shown`: what the appearances write, by the annotations' ids.
 */
export function placeFields(
  items: PdfItem[],
  annotations: readonly PdfAnnotation[],
  shown: ReadonlyMap<string, string>,
): PdfItem[] {
  const turn = getUsual(items, (item) => item.turn);
  const labels = items.filter((item) => item.turn === turn && item.text.trim() !== "");
  const before = new Map<PdfItem, PdfItem[]>();
  const after = new Map<PdfItem, PdfItem[]>();
  const rest: PdfItem[] = [];
  const boxes = annotations.flatMap(({ subtype, rect }) => (subtype === "Widget" ? [toBox(rect, turn)] : []));
  for (const annotation of annotations) {
    const text = toText(annotation, shown.get(annotation.id));
    const box = toBox(annotation.rect, turn);
    if (text === "" || isWritten(labels, box, text)) continue;
    const isNote = annotation.subtype !== "Widget" && annotation.subtype !== "FreeText";
    const found = isNote ? null : findLabel(labels, boxes, { ...box, isTick: isTick(annotation) });
    if (found === null) {
      rest.push({ ...{ text, x: box.left, y: box.top, width: 0, turn: box.top }, size: 1 });
      continue;
    }
    const { label, side } = found;
    const y = side === "above" ? label.y - 1.2 * label.size : label.y;
    const item = { ...label, text, x: box.left, y, width: Math.min(box.right - box.left, text.length * 4) };
    const list = side === "right" ? before : after;
    list.set(
      label,
      [...(list.get(label) ?? []), item].toSorted((a, b) => b.y - a.y || a.x - b.x),
    );
  }
  return [
    ...items.flatMap((item) => [...(before.get(item) ?? []), item, ...(after.get(item) ?? [])]),
    ...rest,
  ];
}

function toText(annotation: PdfAnnotation, shown = ""): string {
  const { annotationFlags = 0, subtype, contentsObj, textContent = [] } = annotation;
  if ((annotationFlags & unseen) !== 0 || subtype === "Link" || subtype === "Popup") return "";
  const written = textContent.join("\n") || shown;
  const text = subtype === "Widget" ? toValue(annotation, written) : written || (contentsObj?.str ?? "");
  return text.replace(/\s+/g, " ").trim();
}

/** What a field holds, else what its appearance says: a program may have put it there alone. */
function toValue(field: PdfAnnotation, written: string): string {
  const { fieldType, fieldValue, options = [], exportValue, buttonValue } = field;
  if (isTick(field)) return fieldValue === (buttonValue ?? exportValue) && fieldValue !== "Off" ? "☒" : "☐";
  if (field.password === true) return "";
  const toShown = (value: string) =>
    options.find((each) => each.exportValue === value)?.displayValue ?? value;
  return [fieldValue ?? []].flat().map(toShown).join(", ") || (fieldType === "Ch" ? "" : written);
}

function isTick({ checkBox = false, radioButton = false }: PdfAnnotation): boolean {
  return checkBox || radioButton;
}

function toBox([x1, y1, x2, y2]: PdfAnnotation["rect"], turn: number): Box {
  const [a, b] = [turnPoint(x1, y1, turn), turnPoint(x2, y2, turn)];
  return {
    ...{ left: Math.min(a.x, b.x), right: Math.max(a.x, b.x) },
    ...{ bottom: Math.min(a.y, b.y), top: Math.max(a.y, b.y) },
  };
}

function isWritten(labels: readonly PdfItem[], { left, right, bottom, top }: Box, text: string): boolean {
  const inside = labels.filter(
    ({ x, y, size }) => x > left - size && x < right && y > bottom - size && y < top,
  );
  const toLetters = (value: string) => value.replace(/\s+/g, "");
  return toLetters(inside.map((item) => item.text).join("")).includes(toLetters(text));
}

type FoundLabel = { label: PdfItem; side: "left" | "above" | "right" };
/** So far a label may be to the side, in points, `near` where another is above: by sizes of its letters. */
const reach = { side: 250, near: 160, above: 2 };

/** In a row of several fields the one before counts as what is beside. */
function findLabel(
  labels: readonly PdfItem[],
  boxes: readonly Box[],
  box: Box & { isTick: boolean },
): FoundLabel | null {
  const middle = (box.bottom + box.top) / 2;
  const beside = labels.filter(({ y, size }) => {
    return Math.abs(y + size * 0.35 - middle) < Math.max(size * 0.8, (box.top - box.bottom) / 2);
  });
  const left = findNearest(beside, ({ x, width, size }) => box.left - x - width + size * 0.3);
  const right = box.isTick ? findNearest(beside, ({ x, size }) => x - box.right + size * 0.3) : null;
  const over = labels.filter(({ x, width }) => x < box.right && x + width > box.left);
  const above = findNearest(over, ({ y, size }) => y - box.top + size * 0.5);
  if (right !== null && right.gap <= Math.min(left?.gap ?? Infinity, reach.near))
    return { label: right.label, side: "right" };
  const row = boxes.filter((each) => each.bottom < middle && each.top > middle && each.right <= box.left + 1);
  const gap = Math.min(left?.gap ?? Infinity, ...row.map((each) => box.left - each.right));
  const isOver = above !== null && above.gap < reach.above * above.label.size;
  if (left !== null && gap < (isOver ? reach.near : reach.side)) return { label: left.label, side: "left" };
  return isOver ? { label: above.label, side: "above" } : null;
}

function findNearest(labels: readonly PdfItem[], toGap: (label: PdfItem) => number) {
  let nearest: { label: PdfItem; gap: number } | null = null;
  for (const label of labels) {
    const gap = toGap(label);
    if (gap >= 0 && gap < (nearest?.gap ?? Infinity)) nearest = { label, gap };
  }
  return nearest;
}
