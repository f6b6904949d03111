import { askedOfSelf, askedTopics, sameWords } from "./ideas";
import { isNearWord } from "./near-word";
import type { Unit } from "./question-units";
import type { ReadFact } from "./read-fact";

/** `score` orders facts; `strength` is what the best single part of the question says, 0 to 1, and decides whether it is one at all. */
export type WordMatch = { score: number; strength: number };

const sameIdea = 0.9;
const sameTopic = 0.7;
const mistyped = 0.75;

/** How well each fact fits a question by its words, in the order of the facts. What few facts hold weighs more. */
export function matchWords(facts: readonly ReadFact[], units: readonly Unit[]): WordMatch[] {
  const matches = facts.map((): WordMatch => ({ score: 0, strength: 0 }));
  for (const unit of units) {
    const fits = facts.map((fact) => fit(unit, fact));
    const guess =
      unit.kind === "word" && fits.every((one) => one === 0) ? facts.map(guessFit(unit.raw, facts)) : fits;
    const holding = guess.filter((one) => one > 0).length;
    if (holding === 0) continue;
    // The weight of a word in Okapi BM25 (Robertson and Zaragoza, 2009).
    const rarity = Math.log(1 + (facts.length - holding + 0.5) / (holding + 0.5));
    for (const [index, one] of guess.entries()) {
      const match = matches[index];
      if (match === undefined || one === 0) continue;
      match.score += unit.weight * one * rarity;
      match.strength = Math.max(match.strength, unit.weight * one);
    }
  }
  return matches;
}

function fit(unit: Unit, fact: ReadFact): number {
  switch (unit.kind) {
    case "word":
      return Number(fact.stems.has(unit.stem));
    case "run":
      return fitRun(unit.text, fact);
    case "idea": {
      const forms = fact.ideas.get(unit.idea);
      if (forms === undefined) return 0;
      return forms.some((form) => unit.forms.includes(form)) ? 1 : sameIdea;
    }
    case "topic":
      return fact.topics.has(unit.topic) ? sameTopic : 0;
  }
}

/** A single character is a word of its own or ends one; of longer words half of the pairs must be there. */
function fitRun(text: string, { plain, segments }: ReadFact): number {
  const characters = Array.from(text);
  if (characters.length === 1) return segments.some((segment) => segment.endsWith(text)) ? sameIdea : 0;
  if (plain.includes(text)) return 1;
  const pairs = characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
  const share = pairs.filter((pair) => plain.includes(pair)).length / pairs.length;
  return share >= 0.5 ? (1 + share) / 2 : 0;
}

/** A word that no fact and no list knows may be one of theirs mistyped. */
function guessFit(raw: string, facts: readonly ReadFact[]): (fact: ReadFact) => number {
  const isKnown = [sameWords, askedTopics, askedOfSelf].some(({ words }) => words.has(raw));
  if (isKnown || raw.length < 5) return () => 0;
  const holding = new Set(facts.filter(({ raws }) => [...raws].some((own) => isNearWord(raw, own))));
  if (holding.size > 0) return (fact) => (holding.has(fact) ? mistyped : 0);
  const ideas = findNear(sameWords.words, raw);
  const topics = [...findNear(askedTopics.words, raw), ...findNear(askedOfSelf.words, raw)];
  return ({ ideas: own, topics: ownTopics }) => {
    if (ideas.some((idea) => own.has(idea))) return mistyped * sameIdea;
    return topics.some((topic) => ownTopics.has(topic)) ? mistyped * sameTopic : 0;
  };
}

function findNear(words: ReadonlyMap<string, readonly number[]>, raw: string): number[] {
  const near: number[] = [];
  for (const [word, ideas] of words) if (isNearWord(raw, word)) near.push(...ideas);
  return near;
}
