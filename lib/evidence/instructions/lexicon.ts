import { foldWord } from "./fold-word";
import { signTerms, signWords } from "./sign-words";
import type { Sign } from "./signs";

export type CodedWord = "reversed" | "rot13";
/** What a folded word is a sign of by itself. `raw` tells an abbreviation by its capitals. */
export function listSigns(folded: string, raw: string): Sign[] {
  const short = (capitals.get(folded.slice(0, 2)) ?? []).filter(
    ({ key }) => isCapital(raw) && (folded === key || folded === `${key}s`),
  );
  return [...(exact.get(folded) ?? []), ...findByStart(folded), ...short.map(({ sign }) => sign)];
}

/** Several words that end with this one and are a sign together. */
export type Phrase = { before: string[]; sign: Sign };

export function listPhrases(folded: string): Phrase[] {
  return [
    ...(phrases.get(folded) ?? []),
    ...(phraseStarts.get(folded.slice(0, startLength)) ?? [])
      .filter(({ start }) => folded.startsWith(start))
      .map(({ phrase }) => phrase),
  ];
}

/** `before` are the folded words before it, the nearest first. */
export function isPhrase({ before: wanted }: Phrase, before: readonly string[]): boolean {
  return wanted.every((word, index) => isWord(before[index] ?? "", word));
}

/** Turned round, or each letter moved by thirteen. */
export function findCoded(folded: string): CodedWord | null {
  return coded.get(folded) ?? null;
}

/** The longest word of the lexicon that begins at `at`, in a text without blanks. */
export function findGluedWord(text: string, at: number): string | null {
  for (let length = Math.min(longestGlued, text.length - at); length >= shortestGlued; length -= 1) {
    const word = text.slice(at, at + length);
    if (exact.has(word) || gluedShort.has(word)) return word;
  }
  return null;
}

/** The longest Chinese or Japanese term that begins at `at`. */
export function findTerm(
  text: string,
  at: number,
): { term: string; signs: Sign[]; isReversed: boolean } | null {
  const candidates = terms.get(text.charCodeAt(at));
  return candidates?.find(({ term }) => text.startsWith(term, at)) ?? null;
}

const longestGlued = 16;
const shortestGlued = 3;
const gluedShort = new Set(["all", "you", "not"]);

const exact = new Map<string, Sign[]>();
const starts = new Map<string, { start: string; sign: Sign }[]>();
const capitals = new Map<string, { key: string; sign: Sign }[]>();
const phrases = new Map<string, Phrase[]>();
const phraseStarts = new Map<string, { start: string; phrase: Phrase }[]>();
const coded = new Map<string, CodedWord>();
const terms = new Map<number, { term: string; signs: Sign[]; isReversed: boolean }[]>();

function findByStart(folded: string): Sign[] {
  return (starts.get(folded.slice(0, startLength)) ?? [])
    .filter(({ start }) => folded.startsWith(start))
    .map(({ sign }) => sign);
}

function isWord(word: string, wanted: string): boolean {
  return wanted.endsWith("*") ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}

function isCapital(raw: string): boolean {
  return /^\p{Lu}{2,}s?$/u.test(raw);
}

const startLength = 4;

function addTo<KEY, VALUE>(map: Map<KEY, VALUE[]>, key: KEY, value: VALUE): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}

function addWord(entry: string, sign: Sign): void {
  const isAbbreviation = isCapital(entry);
  const parts = entry
    .split("+")
    .map((part) => `${foldWord(part.replace("*", "")).folded}${part.endsWith("*") ? "*" : ""}`);
  const last = parts.pop() ?? "";
  const start = last.slice(0, -1);
  if (parts.length > 0 && last.endsWith("*"))
    addTo(phraseStarts, start.slice(0, startLength), { start, phrase: { before: parts.reverse(), sign } });
  else if (parts.length > 0) addTo(phrases, last, { before: parts.reverse(), sign });
  else if (isAbbreviation) addTo(capitals, last.slice(0, 2), { key: last, sign });
  else if (last.endsWith("*")) addTo(starts, start.slice(0, startLength), { start, sign });
  else addTo(exact, last, sign);
}

const codedSigns: readonly Sign[] = [
  "override",
  "prior",
  "rules",
  "model",
  "user",
  "memory",
  "send",
  "secret",
];
const shortestCoded = 6;

function addCoded(word: string): void {
  if (!/^[a-z]+$/.test(word) || word.length < shortestCoded) return;
  coded.set(Array.from(word).reverse().join(""), "reversed");
  coded.set(turnByThirteen(word), "rot13");
}

export function turnByThirteen(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

function addTerm(term: string, sign: Sign): void {
  const list = terms.get(term.charCodeAt(0)) ?? [];
  const known = list.find((each) => each.term === term);
  if (known !== undefined) known.signs.push(sign);
  else list.push({ term, signs: [sign], isReversed: false });
  terms.set(term.charCodeAt(0), list);
}

function addReversedTerm(term: string): void {
  const reversed = Array.from(term).reverse().join("");
  const list = terms.get(reversed.charCodeAt(0)) ?? [];
  if (term.length > 1 && !list.some((each) => each.term === reversed))
    list.push({ term: reversed, signs: [], isReversed: true });
  terms.set(reversed.charCodeAt(0), list);
}

for (const [sign, words] of Object.entries(signWords) as [Sign, string][])
  for (const entry of words.split(/\s+/)) {
    addWord(entry, sign);
    if (codedSigns.includes(sign)) addCoded(entry);
  }
for (const [sign, list] of Object.entries(signTerms) as [Sign, string][])
  for (const term of list.split(" ")) addTerm(term, sign);
for (const sign of ["override", "rules"] as const)
  for (const term of (signTerms[sign] ?? "").split(" ")) addReversedTerm(term);
for (const list of terms.values()) list.sort((one, other) => other.term.length - one.term.length);
