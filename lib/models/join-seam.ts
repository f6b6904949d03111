/** What comes behind a text, as far as it is new; `end` gives what is still held. */
export type Seam = { take(delta: string): string; end(): string };

/**
 * Joins a continuation to the text that it goes on from. A model may repeat the last words, all of them, or
 * the space between; that is held back until it differs and left out. Throws where the text begins anew.
 */
export function createSeam(text: string): Seam {
  const known = text.trimEnd();
  const space = text.slice(known.length);
  let held = "";
  let isJoined = false;
  /** Places in the known text from which the continuation may repeat it. */
  let places: number[] | null = null;

  function join(isOver: boolean): string {
    const body = held.trimStart();
    if (body === "" && !isOver) return "";
    places = (places ?? listPlaces(known)).filter((at) => isRepeating(known, at, body));
    const isOpen = !isOver && places.some((at) => known.length - at > body.length);
    const isTooLong = known.length > longestRepeat && places[0] === 0 && body.length >= leastAnew;
    if (isOpen && !isTooLong) return "";
    const lead = held.slice(0, held.length - body.length);
    const found = places.find((at) => isRepeat(known, at, { between: space + lead, body }));
    const isAnew = isTooLong || (found === undefined && countShared(known, body) >= leastAnew);
    if (isAnew) throw new Error("The text began anew.");
    isJoined = true;
    const rest = found === undefined ? held : body.slice(known.length - found);
    return rest.slice(countShared(space, rest));
  }

  return {
    take(delta) {
      if (isJoined) return delta;
      held += delta;
      return join(false);
    },
    end: () => (isJoined || held === "" ? "" : join(true)),
  };
}

/** No continuation has so much in common with the beginning by chance, in UTF-16 units. */
const leastAnew = 40;

/** Of what is held back, and of the last words that are looked for, in UTF-16 units. */
const longestRepeat = 8_000;
const longestLastWords = 2_000;

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const letter = /[\p{L}\p{N}]/u;

/** Among the last words, and the beginning. */
function listPlaces(text: string): number[] {
  const first = Math.max(0, text.length - longestLastWords);
  const places = Array.from({ length: text.length - first }, (_, at) => first + at);
  return first > 0 ? [0, ...places] : places;
}

/** As far as both go. */
function isRepeating(known: string, at: number, body: string): boolean {
  const length = Math.min(known.length - at, body.length);
  return known.startsWith(body.slice(0, length), at);
}

type Joining = { body: string; between: string };

/** Whether the words from a place on are there again, and are too much for chance, by what stands between. */
function isRepeat(known: string, at: number, { body, between }: Joining): boolean {
  const repeated = known.slice(at);
  if (!body.startsWith(repeated)) return false;
  const letters = repeated.match(new RegExp(letter, "gu"))?.length ?? 0;
  if (between.includes("\n")) return letters >= 12;
  if (letters >= 8) return true;
  if (unspaced.test(repeated)) return between === "" && letters >= 3;
  if (!isWordStart(known, at)) return false;
  if (between !== "") return letters >= 4 && /\S\s+\S/.test(repeated);
  const isWholeWord = letters === 2 && !letter.test(body[repeated.length] ?? "");
  return /\p{L}$/u.test(repeated) && (letters >= 3 || isWholeWord);
}

const isWordStart = (text: string, at: number): boolean =>
  !letter.test(text[at - 1] ?? "") && letter.test(text[at] ?? "");

function countShared(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one[count] === other[count]) count += 1;
  return count;
}
