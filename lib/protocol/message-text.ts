import type { ChatMessage, PastedRange } from "./chat-message";

/** The words of a message: its text parts, one per line. */
export function toMessageText({ parts }: Pick<ChatMessage, "parts">): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/**
 * A text by who wrote its characters: the person's own typing, what they pasted or a file brought in, which
 * may be anybody's words, and what the product offered them to choose.
 */
export type HandTexts = { typed: string; pasted: string; chosen: string };

/** Of a message. A client that does not say what was pasted: by its form. */
export function splitByHand(
  message: Pick<ChatMessage, "parts" | "metadata">,
  offered: readonly string[] = [],
): HandTexts {
  const text = toMessageText(message);
  return splitRanges(text, [
    ...findOffered(text, offered),
    ...(message.metadata?.pasted ?? findPastedByForm(text)),
  ]);
}

/** As `splitByHand`, of a text of which nobody says what was pasted. */
export function splitByForm(text: string, offered: readonly string[] = []): HandTexts {
  return splitRanges(text, [...findOffered(text, offered), ...findPastedByForm(text)]);
}

/**
 * What of a text that is put together of these pieces somebody else wrote; a value is the person's unless all
 * of it is foreign. `undefined` where nothing is foreign: then it is told by its form.
 */
export function findForeign(
  pieces: readonly { text: string; isValue: boolean }[],
  foreign: readonly string[],
): PastedRange[] | undefined {
  let from = 0;
  const found = pieces.flatMap(({ text, isValue }) => {
    const start = from;
    from += text.length;
    if (isValue) return foreign.includes(text) ? [{ start, end: from }] : [];
    return findPieces(text, foreign).map((range) => ({ start: start + range.start, end: start + range.end }));
  });
  const whole = pieces.map(({ text }) => text).join("");
  if (found.length === 0) return undefined;
  return [...found.map((range) => ({ ...range, isFile: true })), ...findPastedByForm(whole)];
}

/** What these messages offered to be asked next. A model wrote it. */
export function listOffers(messages: readonly Pick<ChatMessage, "metadata">[]): string[] {
  return messages.flatMap(({ metadata }) => metadata?.followUps?.questions ?? []);
}

/** Where pieces stand in a text, line by line where they were changed since. */
export function findPieces(text: string, pieces: readonly string[]): PastedRange[] {
  return pieces.flatMap((piece) => {
    const plain = piece.replace(/\r\n?/g, "\n").trim();
    const whole = findAll(text, plain);
    return whole.length > 0 ? whole : plain.split("\n").flatMap((line) => findAll(text, line.trim()));
  });
}

const mostPlaces = 20;

function findAll(text: string, piece: string): PastedRange[] {
  const found: PastedRange[] = [];
  if (piece === "") return found;
  for (let start = text.indexOf(piece); start >= 0; start = text.indexOf(piece, start + piece.length))
    found.push({ start, end: start + piece.length });
  return found.slice(0, mostPlaces);
}

/** A shorter offer is found only where it is all of the text: its words may well be the person's. */
const longOffer = 20;

function findOffered(text: string, offered: readonly string[]): ChosenRange[] {
  const all = text.trim();
  const isChosen = offered.some((offer) => offer.trim() === all);
  const whole = isChosen ? [{ start: 0, end: text.length }] : [];
  const inside = findPieces(
    text,
    offered.filter(({ length }) => length >= longOffer),
  );
  return [...whole, ...inside].map((range) => ({ ...range, isChosen: true }));
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

type ChosenRange = PastedRange & { isChosen?: boolean };

/** Addresses that the person pasted, and nothing else beside them, are as good as typed. */
function areOwnAddresses(text: string, ranges: readonly ChosenRange[]): boolean {
  return ranges.every(
    ({ start, end, isFile = false }) => !isFile && /^\s*(?:https?:\/\/\S+\s*)?$/.test(text.slice(start, end)),
  );
}

function splitRanges(text: string, ranges: readonly ChosenRange[]): HandTexts {
  const pieces = { typed: [] as string[], pasted: [] as string[], chosen: [] as string[] };
  const chosen = ranges.filter(({ isChosen }) => isChosen);
  const others = ranges.filter(({ isChosen }) => isChosen !== true);
  const foreign = areOwnAddresses(text, others) ? chosen : ranges;
  let from = 0;
  for (const { start, end, isChosen = false } of foreign.toSorted((a, b) => a.start - b.start)) {
    const piece = text.slice(Math.max(start, from), end);
    if (end <= from) continue;
    pieces.typed.push(text.slice(from, Math.max(start, from)));
    pieces[isChosen ? "chosen" : "pasted"].push(piece);
    from = Math.max(from, end);
  }
  pieces.typed.push(text.slice(from));
  return {
    typed: pieces.typed.join("\n"),
    pasted: pieces.pasted.join("\n"),
    chosen: pieces.chosen.join("\n"),
  };
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
