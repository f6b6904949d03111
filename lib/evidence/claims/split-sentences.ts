export type Span = { start: number; end: number };
export type Sentence = Span & { kind: "prose" | "heading" | "row" };

/** The sentences of a Markdown text with their places, in order; headings, list items and table rows are their own. Longer ones than `maxLength` are cut. */
export function splitSentences(text: string, maxLength = Infinity): Sentence[] {
  return splitBlocks(text).flatMap((block) => {
    const spans = block.kind === "prose" ? splitProse(text, block) : [block];
    return spans
      .flatMap((span) => cutLong(text, span, maxLength))
      .map(({ start, end }) => ({ start, end, kind: block.kind }));
  });
}

const blockStart = /^[ \t>]*(?:[-*+•·][ \t]+|\d{1,3}[.)、][ \t]+)?/;

function splitBlocks(text: string): Sentence[] {
  const blocks: Sentence[] = [];
  let open: Sentence | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    const lead = blockStart.exec(line)?.[0] ?? "";
    const body = line.slice(lead.length);
    const kind = /^#{1,6}\s/.test(body) ? "heading" : body.startsWith("|") ? "row" : "prose";
    const isBlank = body.trim() === "" || /^[|:\-\s]+$/.test(body) || /^(?:```|~~~)/.test(body);
    if (isBlank || kind !== "prose" || /[-*+•·\d]/.test(lead)) open = null;
    const start = at + lead.length + (kind === "heading" ? (/^#+\s+/.exec(body)?.[0].length ?? 0) : 0);
    if (!isBlank && open !== null) open.end = at + line.length;
    else if (!isBlank) blocks.push((open = { start, end: at + line.length, kind }));
    if (kind !== "prose") open = null;
    at += line.length + 1;
  }
  return blocks;
}

const enders = /[.!?。！？]/g;
const closers = new Set("\"'”’」』）)】》*_]");

function splitProse(text: string, block: Span): Span[] {
  const spans: Span[] = [];
  let start = block.start;
  for (const found of text.slice(block.start, block.end).matchAll(enders)) {
    const at = block.start + found.index;
    // Of several in a row the first decides for all.
    const isFollowing = at > block.start && /[.!?。！？]/.test(text[at - 1] ?? "");
    const end = at < start || isFollowing ? null : findEnd(text, at, block);
    if (end === null) continue;
    spans.push({ start, end });
    start = skipBlanks(text, end, block.end);
  }
  if (start < block.end) spans.push({ start, end: block.end });
  return spans;
}

/** Where the sentence ends whose full stop stands at `at`; `null` where it is no end. */
function findEnd(text: string, at: number, block: Span): number | null {
  let end = at + 1;
  while (end < block.end && /[.!?。！？…]/.test(text[end] ?? "")) end++;
  while (end < block.end && closers.has(text[end] ?? "")) end++;
  if (/[。！？]/.test(text[at] ?? "") || end >= block.end) return end;
  const next = text[end] ?? "";
  if (next === "[") return /^\[\d/.test(text.slice(end, end + 2)) ? end : null;
  if (!/\s/.test(next)) return null;
  const following = text[skipBlanks(text, end, block.end)] ?? "";
  if (/\p{Ll}/u.test(following)) return null;
  return text[at] === "." && isAbbreviation(text, at, block, following) ? null : end;
}

const abbreviations = new Set(
  "mr mrs ms dr prof st vs fig no vol art gen col lt sgt capt rev hon gov sen rep eg ie cf al approx ca dept est mt jan feb mar apr jun jul aug sep sept oct nov dec pp ed".split(
    " ",
  ),
);
const maybeLast = new Set("inc ltd co corp jr sr etc us uk am pm bc ad".split(" "));
const starters =
  /^(?:The|A|An|It|In|On|At|He|She|They|This|That|These|Those|But|However|And|By|For|After|Before|Its|His|Her|There|We|As|When|While|According|If|To|From|\[\d)/;

function isAbbreviation(text: string, at: number, block: Span, following: string): boolean {
  const word = /[\p{L}.]{1,12}$/u.exec(text.slice(Math.max(block.start, at - 12), at))?.[0] ?? "";
  const plain = word.replaceAll(".", "").toLowerCase();
  if (abbreviations.has(plain)) return plain !== "no" || /\d/.test(following);
  const rest = text.slice(skipBlanks(text, at + 1, block.end), at + 24);
  if (maybeLast.has(plain) || word.includes(".")) return !starters.test(rest);
  return /^\p{Lu}$/u.test(word);
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(text[at] ?? "")) at++;
  return at;
}

function cutLong(text: string, span: Span, maxLength: number): Span[] {
  const cuts: Span[] = [];
  let start = span.start;
  while (span.end - start > maxLength) {
    const piece = text.slice(start, start + maxLength);
    const blank = piece.lastIndexOf(" ");
    const end = start + (blank > maxLength / 2 ? blank : maxLength);
    // Never inside a character.
    const safe = /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end;
    cuts.push({ start, end: safe });
    start = skipBlanks(text, safe, span.end);
  }
  return start < span.end ? [...cuts, { start, end: span.end }] : cuts;
}
