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
    places = (places ?? listStarts(known)).filter((at) => isRepeating(known, at, body));
    if (!isOver && places.some((at) => known.length - at > body.length)) return "";
    const lead = held.slice(0, held.length - body.length);
    const found = places.find((at) => {
      const repeated = known.slice(at);
      return body.startsWith(repeated) && isRepeat(repeated, space + lead, body.slice(repeated.length));
    });
    if (found === undefined && countShared(known, body) >= leastAnew) throw new Error("The text began anew.");
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

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const letter = /[\p{L}\p{N}]/u;

function listStarts(text: string): number[] {
  return Array.from(text, (_, at) => at).filter((at) => {
    const [before = "", here = ""] = [text[at - 1], text[at]];
    return here.trim() !== "" && (!letter.test(before) || !letter.test(here) || unspaced.test(here));
  });
}

/** As far as both go. */
function isRepeating(known: string, at: number, body: string): boolean {
  const length = Math.min(known.length - at, body.length);
  return known.startsWith(body.slice(0, length), at);
}

/** Whether it is too much to come twice by chance, by what stands between: most where nothing could. */
function isRepeat(repeated: string, between: string, behind: string): boolean {
  const letters = repeated.match(new RegExp(letter, "gu"))?.length ?? 0;
  if (between.includes("\n")) return letters >= 24;
  if (between !== "") return letters >= 8 || (letters >= 4 && /\S\s+\S/.test(repeated));
  if (unspaced.test(repeated)) return letters >= 3;
  return /\p{L}$/u.test(repeated)
    ? letters >= 3 || (letters === 2 && !letter.test(behind[0] ?? ""))
    : letters >= 8;
}

function countShared(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one[count] === other[count]) count += 1;
  return count;
}
