import type { TextRange } from "@/lib/protocol/conversations";
import type { AskedWords } from "./asked-words";
import { findAsked, type WordPlace } from "./find-asked";

const shownBefore = 40;
const shownCharacters = 160;
/** Signs of Markdown may take up a part of what is shown. */
const spare = 120;
/** Words of a long text that are looked at to choose the place. */
const maxPlaces = 300;

/** The part of a text, on one line and without Markdown's signs, that shows most of the words; `null` when it has none of them. */
export function makeSnippet(text: string, asked: AskedWords): { text: string; marks: TextRange[] } | null {
  const places = findAsked(text, asked, maxPlaces);
  const best = findBestStart(places);
  if (best === null) return null;
  const from = Math.max(0, best - shownBefore - spare);
  const before = toPlain(text.slice(from, best).toWellFormed());
  const shownHead =
    before.length > shownBefore
      ? `…${before
          .slice(-shownBefore)
          .toWellFormed()
          .replace(/^\S{1,15}\s/, "")}`
      : from > 0
        ? `…${before}`
        : before;
  const after = toPlain(text.slice(best, best + shownCharacters + spare));
  const isCut = after.length > shownCharacters || best + shownCharacters + spare < text.length;
  const shown =
    `${shownHead}${after.slice(0, shownCharacters - shownHead.length).toWellFormed()}${isCut ? "…" : ""}`.trim();
  return { text: shown, marks: findMarks(shown, asked) };
}

/** Where the words stand, in order; what touches is one. */
export function findMarks(text: string, asked: AskedWords): TextRange[] {
  const marks: TextRange[] = [];
  for (const { start, end } of findAsked(text, asked, maxPlaces)) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Where the stretch begins that has the most different words; the first of equally good ones. */
function findBestStart(places: readonly WordPlace[]): number | null {
  let best: { start: number; words: number } | null = null;
  for (const [index, { start }] of places.entries()) {
    const within = new Set<string>();
    for (let next = index; next < places.length; next += 1) {
      const place = places[next];
      if (place === undefined || place.end > start + shownCharacters - shownBefore) break;
      within.add(place.word);
    }
    if (best === null || within.size > best.words) best = { start, words: within.size };
  }
  return best?.start ?? null;
}

function toPlain(text: string): string {
  return text
    .replace(/\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/\*\*|~~|`+|\|/g, " ")
    .replace(/\s+/g, " ");
}
