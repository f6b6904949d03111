/** A text without what quotations may change; `places[i]` is where character `i` stands in the original. */
export type FoldedText = { original: string; text: string; places: Uint32Array };

type QuoteSpan = { start: number; end: number };

/**
 * Leaves out blanks, Markdown emphasis and links, and marks like [12]; quotation marks, dashes and full-width
 * forms become one kind each. Case stays.
 */
export function foldForQuotes(original: string): FoldedText {
  const places = new Uint32Array(original.length * 3);
  const pieces: string[] = [];
  let length = 0;
  let last = "";
  for (let at = 0; at < original.length; at++) {
    const character = original[at] ?? "";
    const from = at;
    if (character === "[" || character === "]") at += measureBracket(original, at) - 1;
    const folded = foldCharacter(character).slice(0, 3);
    if (folded === "" || (folded === "-" && last === "-")) continue;
    pieces.push((last = folded));
    for (let count = 0; count < folded.length; count++) places[length++] = from;
  }
  return { original, text: pieces.join(""), places: places.subarray(0, length) };
}

/** How many characters of a link or of a mark are not read. */
function measureBracket(text: string, at: number): number {
  const pattern =
    text[at] === "]" ? /\]\((?:[^()\s]|\([^()\s]*\)){0,2000}(?: "[^"\n]{0,300}")?\)/y : /\[\d{1,3}\]/y;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 1;
}

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = /[\s*_`~[\]\u00ad\u200b-\u200d\u2060\ufeff]/.test(character)
    ? ""
    : /["'“”„‟«»「」『』‘’‚‹›＂＇]/.test(character)
      ? "'"
      : /[-‐‑‒–—―−－]/.test(character)
        ? "-"
        : character === "。"
          ? "."
          : character.normalize("NFKC").replace(/\s/g, "");
  foldedCharacters.set(character, folded);
  return folded;
}

const foldedCharacters = new Map<string, string>();
const edges = /^[\s.,;:!?'"()、-]+|[\s.,;:!?'"()、-]+$/g;

/**
 * Where words stand in a source letter by letter, in whole words. The capital at the start and the marks at
 * both ends may differ; `…` leaves something out. `isWhole` asks for whole sentences of the source.
 */
export function findQuote(source: FoldedText, quote: string, { isWhole = false } = {}): QuoteSpan | null {
  if (quote.length > longestQuote) return null;
  const pieces = foldForQuotes(quote)
    .text.split(/\(?\.{3,}\)?/)
    .map((piece) => piece.replace(edges, ""))
    .filter((piece) => piece !== "");
  const [first, ...rest] = pieces;
  if (first === undefined || pieces.join("").length < minLength(first)) return null;
  const isLong = isLongPart(pieces.join(""));
  for (const start of listPlaces(source, first)) {
    let end = start + first.length;
    if (isWhole && !beginsSentence(source, start, isLong)) continue;
    const follows = rest.every((piece) => {
      const next = listPlaces(source, piece, end, start + maxLeap).next();
      end = next.done === true ? end : next.value + piece.length;
      return next.done !== true && end - start <= maxLeap;
    });
    if (follows && (!isWhole || endsSentence(source, end, isLong)))
      return { start: source.places[start] ?? 0, end: toEnd(source, end) };
  }
  return null;
}

const maxLeap = 2_000;
/** Looking takes the source's length times the quotation's; what is longer is a passage and no quotation. */
const longestQuote = 4_000;
const minLength = (text: string) => (/\p{Script=Han}/u.test(text) ? 4 : 6);

function toEnd({ original, places, text }: FoldedText, end: number): number {
  const last = (places[end - 1] ?? 0) + 1;
  const closing = /^[.!?。！？]/.exec(original.slice(last, last + 1))?.[0].length ?? 0;
  return text === "" ? 0 : last + closing;
}

/** Places of the folded text at which the piece stands as whole words and whole numbers. */
function* listPlaces(
  { text: whole, original, places }: FoldedText,
  piece: string,
  from = 0,
  until = whole.length,
): Generator<number> {
  const text = whole.slice(0, until);
  const rest = piece.slice(1);
  for (let at = text.indexOf(rest, from + 1); at > 0; at = text.indexOf(rest, at + 1)) {
    const isSame = text[at - 1]?.toLowerCase() === piece[0]?.toLowerCase();
    const [first, last] = [places[at - 1] ?? 0, places[at + rest.length - 1] ?? 0];
    if (isSame && !isInside(original, first) && !isInside(original, last + 1)) yield at - 1;
  }
}

/** Whether a place cuts a word or a number in two. */
function isInside(text: string, at: number): boolean {
  const around = `${text.slice(Math.max(0, at - 2), at).padStart(2)}|${text.slice(at, at + 3)}`;
  return /[^\P{L}\p{Script=Han}]\|[^\P{L}\p{Script=Han}]|\p{N}\|[.,]?\p{N}|\p{N}[.,]\|\p{N}|\p{N}\| ?[%％‰]|[^\P{L}\p{Script=Han}]\|\p{N}|\p{N}\|[\p{Script=Latin}万亿]/u.test(
    around,
  );
}

/** A part of a sentence between its commas counts as a sentence from this length on. */
const isLongPart = (piece: string) => piece.length >= (/\p{Script=Han}/u.test(piece) ? 12 : 30);

/** What stands before an item of a list: a bullet, or a number or letter with its bracket or point. */
const listMarker = /(?:^|\n)[\t ]*(?:[*•●◦▪‣·–—-]|[(（]?(?:\d{1,3}|\p{Ll})[.)）、])[\t ]*["'“‘「*_`]*$/u;

function beginsSentence({ original, places }: FoldedText, start: number, isLong: boolean): boolean {
  const at = places[start] ?? 0;
  const lead = original.slice(Math.max(0, at - 60), at);
  if (listMarker.test(lead)) return true;
  const before = lead.replace(/(?:[\t "'“”„«»「」『』‘’(（[*_`~>#|-]|\[\d+\])+$/u, "");
  if (before === "" || /[!?。！？;；:：]$|\n(?:\d{1,3}[.)、])?$/.test(before))
    return !isWrapped(before, original[at]);
  if (isLong && /[,，]$/.test(before)) return true;
  if (/\.$/.test(before)) return /\p{Lu}|\P{L}/u.test(original[at] ?? "");
  return /[|]\s*$/.test(original.slice(Math.max(0, at - 4), at));
}

function endsSentence({ original, places }: FoldedText, end: number, isLong: boolean): boolean {
  const at = (places[end - 1] ?? 0) + 1;
  const after = original.slice(at, at + 60).replace(/^(?:["'“”»」』’)）\]*_`~]|\[\d+\])+/u, "");
  if (isLong && /^[,，]/.test(after)) return true;
  return /^\s*$|^\s*[!?。！？;；|]|^[\t ]*\n(?!\p{Ll})|^\.(?!\d)/u.test(after);
}

/** A line's end inside a sentence of a wrapped text. */
function isWrapped(before: string, next = ""): boolean {
  return /[\p{L},]\n$/u.test(before) && /\p{Ll}/u.test(next);
}

/** What it gives as somebody's words: at least three, or eight Chinese characters; no titles of works. */
export function listQuotations(sentence: string): string[] {
  const found = sentence.matchAll(/“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|"([^"]+)"|«([^«»]+)»/gu);
  return [...found].map((match) => (match.slice(1).find(Boolean) ?? "").trim()).filter(isQuotation);
}

function isQuotation(words: string): boolean {
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han > 0) return han >= 8 || (han >= 6 && /[，。！？、；,]/u.test(words));
  const list = words.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  // A title has capitals in all its longer words and in its last one.
  const isTitle = list.every(
    (word, index) => /^\p{Lu}/u.test(word) || (word.length < 4 && index < list.length - 1),
  );
  return list.length >= 3 && !isTitle;
}
