/** A part of one of the pieces in which a page's text stands. */
export type PieceMark = { piece: number; start: number; end: number };

/** Shorter ends of a passage could stand anywhere. */
const shortestCharacters = 24;
/** Longer than any passage that is cited. */
const longestCharacters = 2_000;

/**
 * Where words stand in a page's pieces. Blanks, case and hyphens at ends of lines differ between a page and
 * what was read from it, so only letters and digits count. A passage that is not there whole is looked for by
 * its beginning or its end; nothing is found rather than something else.
 */
export function findWords(pieces: readonly string[], words: string): PieceMark[] {
  const page = foldPieces(pieces);
  const wanted = fold(words).text.slice(0, longestCharacters);
  if (wanted === "") return [];
  const [from, to] = findSpan(page.text, wanted);
  if (from === to) return [];
  const marks: PieceMark[] = [];
  for (let index = from; index < to; index += 1) {
    const at = page.places[index];
    if (at === undefined) continue;
    const last = marks.at(-1);
    if (last?.piece === at.piece) last.end = at.offset + at.length;
    else marks.push({ piece: at.piece, start: at.offset, end: at.offset + at.length });
  }
  return marks;
}

function findSpan(page: string, wanted: string): [number, number] {
  const whole = page.indexOf(wanted);
  if (whole >= 0) return [whole, whole + wanted.length];
  // The passage may go over the border of a page, or hold a word that the page writes otherwise.
  const head = findLongest(wanted.length, (length) => page.includes(wanted.slice(0, length)));
  const tail = findLongest(wanted.length, (length) => page.includes(wanted.slice(-length)));
  if (Math.max(head, tail) < shortestCharacters) return [0, 0];
  const found = page.indexOf(head >= tail ? wanted.slice(0, head) : wanted.slice(-tail));
  return [found, found + Math.max(head, tail)];
}

/** The largest number up to `most` that fits, where every smaller one fits as well; 0 where none does. */
function findLongest(most: number, fits: (length: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

type PiecePlace = { piece: number; offset: number; length: number };
type Folded = { text: string; places: PiecePlace[] };

function foldPieces(pieces: readonly string[]): Folded {
  const folded = pieces.map((piece, index) => fold(piece, index));
  return { text: folded.map(({ text }) => text).join(""), places: folded.flatMap(({ places }) => places) };
}

const letters = /[\p{L}\p{N}]/gu;

/** Letters and digits alone, in one form, each unit with where it came from. */
function fold(text: string, piece = 0): Folded {
  const units: string[] = [];
  const places: PiecePlace[] = [];
  let offset = 0;
  for (const character of text) {
    // Nearly all characters of most pages have one form only.
    const plain = character <= "~" ? character : character.normalize("NFKC");
    for (const letter of plain.toLowerCase().match(letters) ?? [])
      for (const unit of letter.split("")) {
        units.push(unit);
        places.push({ piece, offset, length: character.length });
      }
    offset += character.length;
  }
  return { text: units.join(""), places };
}
