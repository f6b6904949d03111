import { listChineseNames } from "./chinese-names";
import { listFacts } from "./facts";
import { isHan } from "./terms";

/** One name of a sentence: its words in lower case, without what is a title or a month. */
export type Name = { words: string[]; text: string };

/** Names in a sentence: runs of capitalised words, acronyms, and in Chinese what looks like a person, a place or an institution. */
export function listNames(sentence: string): Name[] {
  const text = listFacts(sentence).rest;
  return [
    ...listLatinNames(text),
    ...(isHan(text) ? listChineseNames(text).map((name) => ({ words: [name], text: name })) : []),
  ];
}

const wordPattern = /[\p{L}\p{N}]+(?:[-'’.&][\p{L}\p{N}]+)*/gu;

function listLatinNames(text: string): Name[] {
  const names: Name[] = [];
  let run: string[] = [];
  let end = -1;
  const close = () => {
    const words = run.filter((word) => !commonCapitals.has(word.toLowerCase()));
    if (words.length > 0) names.push({ words: words.map(toPlainName), text: run.join(" ") });
    run = [];
  };
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0];
    const gap = end < 0 ? "" : text.slice(end, match.index);
    const isInitial = end < 0 || /[.!?:。！？："“「『(]\s*$/u.test(gap);
    if (!/^(?: |\. )$/.test(gap) || (isInitial && !gap.startsWith("."))) close();
    const isCapital = /^\p{Lu}/u.test(word) && !/^\p{Lu}$/u.test(word) && !/^[A-Z]?\d/.test(word);
    const isOrdinary =
      isInitial &&
      !/^[\p{Lu}\d]{2,}$|\p{Ll}\p{Lu}/u.test(word) &&
      !/^ \p{Lu}/u.test(text.slice(match.index + word.length, match.index + word.length + 2));
    if (isCapital && !(isOrdinary || (isInitial && commonCapitals.has(word.toLowerCase())))) run.push(word);
    else close();
    end = match.index + word.length;
  }
  close();
  return names;
}

export function toPlainName(word: string): string {
  return word
    .toLowerCase()
    .replace(/['’]s?$/, "")
    .replaceAll(".", "");
}

/** Whether a text's words, in lower case, hold a name: it, a form of it ("Portuguese" for Portugal), or the words that its letters stand for. */
export function hasNameWord(words: ReadonlySet<string>, name: string, initials: string): boolean {
  if (words.has(name)) return true;
  const country = adjectives.get(name);
  if (country !== undefined && country.some((word) => words.has(word))) return true;
  if (/^[a-z]{2,6}$/.test(name) && initials.includes(name)) return true;
  for (const word of words) if (isFormOf(word, name)) return true;
  return false;
}

function isFormOf(one: string, other: string): boolean {
  if (one.length < 5 || other.length < 5 || one[0] !== other[0]) return false;
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same++;
  const tails = [one.slice(same), other.slice(same)];
  return (
    same >= 5 &&
    same / shorter >= 0.75 &&
    tails.every((tail) => /^(?:|s|n|an|ian|ese|ish|ic|al|uese|y|ns|ans|ians|a|e|i|is)$/.test(tail))
  );
}

/** The first letters of neighbouring capitalised words, for acronyms. */
export function toInitials(text: string): string {
  return (text.match(/\p{Lu}\p{Ll}+(?:(?:[ -]| of | and | the | for )\p{Lu}\p{Ll}+)+/gu) ?? [])
    .map((run) => run.replace(/[^\p{Lu}]/gu, "").toLowerCase())
    .join(" ");
}

const commonCapitals = new Set(
  (
    "a an the this that these those it its in on at by for from to of with as and or but if so he she they we you i his her their our your there here when where while who what which why how not no yes all some most many few each every both either neither only one two three four five six seven eight nine ten first second last " +
    "after before since until during according however therefore although though because unlike like despite about over under between among through then also still even more less another other such " +
    "mr mrs ms dr prof professor sir lord lady president minister king queen prince princess chief director captain general doctor saint st mount lake river city university institute company inc ltd corp act " +
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec"
  ).split(" "),
);

const adjectives = new Map<string, string[]>();
for (const group of [
  "swedish sweden swede swedes",
  "danish denmark dane danes",
  "french france",
  "dutch netherlands holland",
  "british britain uk",
  "spanish spain spaniard",
  "swiss switzerland",
  "greek greece greeks",
  "polish poland",
  "finnish finland",
  "turkish turkey",
  "chinese china",
  "english england",
  "irish ireland",
  "scottish scotland",
  "welsh wales",
  "american us usa states america americans",
  "norwegian norway",
  "german germany germans",
  "japanese japan",
  "european europe eu",
  "african africa",
  "asian asia",
  "brazilian brazil",
  "mexican mexico",
  "canadian canada",
  "jewish jews jew",
  "un nations",
  "thai thailand",
  "czech czechia",
  "portuguese portugal",
  "peruvian peru",
  "chilean chile",
]) {
  const words = group.split(" ");
  for (const word of words) adjectives.set(word, words);
}
