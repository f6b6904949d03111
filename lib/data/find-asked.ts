import { isUnspaced, listRuns } from "@/lib/language/runs";
import { foldText } from "@/lib/language/script";
import type { AskedWords } from "./asked-words";
import { toAskedTerms, toTerms } from "./search-terms";

/** A word that is looked for as it stands in a text: from `start` up to `end`. */
export type WordPlace = { word: string; start: number; end: number };

/** Where what is looked for stands in a text, in order, at most `limit` places. */
export function findAsked(text: string, asked: AskedWords, limit: number): WordPlace[] {
  const places: WordPlace[] = [];
  const known = new Map<string, string | undefined>();
  const find = (part: string) => {
    if (!known.has(part)) known.set(part, findWord(part, asked));
    return known.get(part);
  };
  for (const { run, start } of listRunsAndPictures(text)) {
    for (const part of isUnspaced(run) ? toParts(run, asked.terms) : [{ text: run, offset: 0 }]) {
      const word = find(part.text);
      if (word !== undefined)
        places.push({ word, start: start + part.offset, end: start + part.offset + part.text.length });
      if (places.length >= limit) return places;
    }
  }
  return places;
}

function* listRunsAndPictures(text: string): Generator<{ run: string; start: number }> {
  let from = 0;
  for (const { index, 0: picture } of text.matchAll(/\p{Extended_Pictographic}/gu)) {
    yield* listRunsBetween(text, from, index);
    yield { run: picture, start: index };
    from = index + picture.length;
  }
  yield* listRunsBetween(text, from, text.length);
}

function* listRunsBetween(text: string, from: number, to: number): Generator<{ run: string; start: number }> {
  for (const { run, start } of listRuns(text.slice(from, to))) yield { run, start: from + start };
}

/** What of it is looked for, whole before begun. */
function findWord(text: string, { terms, begun }: AskedWords): string | undefined {
  const whole = (isUnspaced(text) ? toAskedTerms(text) : toTerms(text)).find((each) => terms.has(each));
  if (whole !== undefined || begun === null) return whole;
  const folded = foldText(text);
  return [folded, ...folded.split(/[.']/)].some((each) => each.startsWith(begun.text))
    ? begun.text
    : undefined;
}

/** Single characters only where they are looked for. */
function toParts(run: string, terms: ReadonlySet<string>): { text: string; offset: number }[] {
  const characters = Array.from(run);
  let offset = 0;
  return characters.flatMap((character, index) => {
    const place = offset;
    offset += character.length;
    const pair = `${character}${characters[index + 1] ?? ""}`;
    return [
      ...(terms.has(character) ? [{ text: character, offset: place }] : []),
      ...(pair === character ? [] : [{ text: pair, offset: place }]),
    ];
  });
}
