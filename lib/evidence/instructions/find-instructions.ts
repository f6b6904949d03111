import { listHiddenTexts, listTurnedTexts } from "./decode-hidden";
import { findMarks } from "./find-marks";
import { findOrders, type Order } from "./find-orders";
import { readSigns, type ReadSigns } from "./read-signs";
import { clearFrom, clearKinds, sureFrom, unsureFrom, type OrderKind } from "./signs";

export type FoundInstructions = {
  /** The first three places, as they stand in the text, cut at 200 characters. */
  quotes: string[];
  /** `sure`: it gives orders to the model that reads it. `unsure`: it may as well be about such orders; a small model should say. */
  level: "none" | "unsure" | "sure";
};

/**
 * Looks in a page or file for what tells its reading model what to do, openly or in disguise, by rules alone, in time proportional to
 * the text's length. It is what a person is told, and no gate: what it misses must not do harm either.
 */
export function findInstructions(text: string): FoundInstructions {
  const passages = listPassages(text, 0).filter(({ points }) => points >= unsureFrom);
  const sure = passages.filter(({ points }) => points >= sureFrom);
  return {
    quotes: toQuotes(text, sure.length > 0 ? sure : passages),
    level: sure.length > 0 ? "sure" : passages.length > 0 ? "unsure" : "none",
  };
}

type Passage = { points: number; start: number; end: number };

/** Words between orders that belong together. */
const samePassage = 40;
const deepest = 2;
const pointsForDisguise = 2;
const pointsForCondition = 2;
const mostQuotes = 3;
const longestQuote = 200;

function listPassages(text: string, depth: number): Passage[] {
  const signs = readSigns(text, findMarks(text));
  const isAbout = createAbout(signs);
  const open = groupOrders(findOrders(signs.hits)).map((group) => toPassage(group, isAbout));
  if (depth === deepest) return open;
  const hidden = [...listHiddenTexts(text), ...listTurnedTexts(text, signs.coded)].flatMap(
    ({ text: decoded, start, end }) => {
      const points = Math.max(0, ...listPassages(decoded, depth + 1).map((passage) => passage.points));
      return points === 0
        ? []
        : [{ points: isAbout(start, end) ? toUnsure(points) : points + pointsForDisguise, start, end }];
    },
  );
  return [...open, ...hidden].sort((one, other) => one.start - other.start);
}

function groupOrders(orders: readonly Order[]): Order[][] {
  const groups: Order[][] = [];
  for (const order of orders) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isNear =
      group !== undefined &&
      first !== undefined &&
      order.from - (group.at(-1)?.to ?? 0) <= samePassage &&
      order.to - first.from <= 2 * samePassage;
    if (isNear) group.push(order);
    else groups.push([order]);
  }
  return groups;
}

function toPassage(group: readonly Order[], isAbout: (start: number, end: number) => boolean): Passage {
  const start = Math.min(...group.map((order) => order.start));
  const end = Math.max(...group.map((order) => order.end));
  const points = sumPoints(group.filter(({ isQuoted }) => !isQuoted));
  const all = sumPoints(group);
  // What is quoted, or said about such orders, is no order yet.
  if (isAbout(start, end)) return { points: toUnsure(all), start, end };
  return { points: points >= sureFrom ? points : toUnsure(all), start, end };
}

function sumPoints(orders: readonly Order[]): number {
  const best = new Map<OrderKind, number>();
  for (const { kind, points, isConditional } of orders) {
    const counted = isConditional && kind === "override" ? points - pointsForCondition : points;
    best.set(kind, Math.max(best.get(kind) ?? 0, counted));
  }
  const isClear = clearKinds.some((kind) => (best.get(kind) ?? 0) >= clearFrom);
  if (best.size > 0 && orders.some(({ isDisguised }) => isDisguised)) best.set("disguise", pointsForDisguise);
  const sum = [...best.values()].reduce((total, points) => total + points, 0);
  return isClear ? sum : toUnsure(sum);
}

function toUnsure(points: number): number {
  return Math.min(points, sureFrom - 1);
}

const aboutMargin = 160;
const leastAbout = 2;
/** A text with a word of attacks, examples and the like in so many others is about them. */
const wordsByAbout = 60;
const leastAboutOfPage = 4;

/** Whether a place stands among words that speak about attacks and examples. */
function createAbout({ hits, words }: ReadSigns): (start: number, end: number) => boolean {
  const about = hits.filter(({ sign }) => sign === "about");
  const isPageAbout = about.length >= leastAboutOfPage && words / about.length <= wordsByAbout;
  return (start, end) =>
    isPageAbout ||
    about.filter((hit) => hit.end >= start - aboutMargin && hit.start <= end + aboutMargin).length >=
      leastAbout;
}

function toQuotes(text: string, passages: readonly Passage[]): string[] {
  return passages.slice(0, mostQuotes).map(({ start, end }) => {
    const from = findSentenceStart(text, start);
    return text.slice(from, Math.min(Math.max(end, findSentenceEnd(text, end)), from + longestQuote)).trim();
  });
}

const sentenceMargin = 60;

function findSentenceStart(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - sentenceMargin), at);
  const edge = Math.max(...["\n", ". ", "! ", "? ", "。", "！"].map((mark) => before.lastIndexOf(mark)));
  return edge < 0 ? at : at - before.length + edge + 1;
}

function findSentenceEnd(text: string, at: number): number {
  const after = text.slice(at, at + longestQuote);
  const edge = after.search(/[.!?](?:\s|$)|[。！？\n]/);
  return edge < 0 ? at : at + edge + 1;
}
