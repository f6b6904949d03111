import type { Window } from "./align";
import type { Clause } from "./clause";
import type { FactJudgement } from "./judge-facts";
import { hasNameWord, listNames, type Name } from "./names";
import { readWords, type SourceIndex } from "./source-index";

const neighbourhood = 3;

/** Whether the names of a clause stand in a window, near it or in the source's title; another name in their place contradicts. */
export function judgeNames(clause: Clause, index: SourceIndex, window: Window): FactJudgement {
  if (clause.names.length === 0) return { agreed: 0, problem: null, isContradicted: false };
  const inside = readAround(index, window.from, window.to);
  const around = [
    readWords(index.source.title),
    ...readHeading(index, window),
    ...readAround(index, window.from - neighbourhood, window.to + neighbourhood),
  ];
  const isOrdinary = (word: string) => index.source.text.includes(` ${word}`);
  const lacking = clause.names.filter(
    (name) => !isHeld(name, inside, isOrdinary) && !isHeld(name, around, isOrdinary),
  );
  const agreed = clause.names.filter((name) => isHeld(name, inside, isOrdinary)).length;
  if (lacking.length === 0) return { agreed, problem: null, isContradicted: false };
  return { agreed, problem: "name", isContradicted: hasRival(clause, index, window) };
}

type Words = { words: ReadonlySet<string>; initials: string; text: string };

/** All words of a name, or its last where it is no ordinary word, which is how persons are called after their first mention. */
function isHeld(
  name: Name,
  places: readonly Words[],
  isOrdinary: (word: string) => boolean = () => false,
): boolean {
  const has = (word: string) =>
    places.some(({ words, initials, text }) =>
      /\p{Script=Han}/u.test(word) ? text.includes(word) : hasNameWord(words, word, initials),
    );
  const last = name.words.at(-1) ?? "";
  return name.words.every(has) || (name.words.length > 1 && has(last) && !isOrdinary(last));
}

/** Another name stands in the window, or just before it, that the whole sentence does not use. */
function hasRival(clause: Clause, index: SourceIndex, window: Window): boolean {
  const said = [readWords(clause.sentence), readWords(index.source.title)];
  for (let at = Math.max(0, window.from - 1); at <= window.to; at++) {
    if (listNames(index.getWords(at).text).some((name) => !isHeld(name, said))) return true;
  }
  return false;
}

function readAround(index: SourceIndex, from: number, to: number): Words[] {
  const places: Words[] = [];
  for (let at = Math.max(0, from); at <= Math.min(index.sentences.length - 1, to); at++)
    places.push(index.getWords(at));
  return places;
}

function readHeading(index: SourceIndex, window: Window): Words[] {
  const heading = index.sentences[window.from]?.heading ?? -1;
  return heading < 0 ? [] : [index.getWords(heading)];
}
