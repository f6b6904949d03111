import type { Clause } from "./clause";
import type { SourceIndex } from "./source-index";
import { isRelated } from "./terms";

/** Neighbouring sentences of a source, by their places in its list, and how much of a clause's words they hold (0 to 1). */
export type Window = { from: number; to: number; coverage: number; score: number };

const maxCandidates = 6;
const maxWindows = 4;

/** The places of a source that fit a clause best, best first; none where nothing fits. */
export function findWindows(clause: Clause, index: SourceIndex): Window[] {
  const measure = createMeasure(clause, index);
  const windows = new Map<number, Window>();
  for (const at of rankSentences(clause, index)) {
    for (const [from, to] of [
      [at, at],
      [at - 1, at],
      [at, at + 1],
      [at - 1, at + 1],
    ] as const) {
      const key = from * 4 + to - from;
      if (!windows.has(key) && isTogether(index, from, to)) windows.set(key, measure(from, to));
    }
  }
  const ranked = [...windows.values()].sort((a, b) => b.score - a.score || a.from - b.from || a.to - b.to);
  return ranked.filter(({ score }) => score > 0).slice(0, maxWindows);
}

/** How much a word tells: one of the title tells little, and one that stands in many sentences too. */
function weigh(term: string, index: SourceIndex): number {
  const count = Math.max(1, index.postings.get(term)?.length ?? 0);
  const size = index.sentences.length;
  const rarity = Math.log(1 + size / count) / Math.log(1 + size);
  const short = /^\p{Script=Han}$/u.test(term) ? 0.6 : 1;
  return (index.title.has(term) ? 0.3 : 1) * short * Math.max(0.25, rarity);
}

function rankSentences(clause: Clause, index: SourceIndex): number[] {
  const scores = new Map<number, number>();
  const own = new Set(clause.terms);
  const most = Math.max(40, index.sentences.length * 0.3);
  for (const token of new Set([...clause.context, ...own])) {
    const places = index.postings.get(token);
    if (places === undefined || places.length > most) continue;
    const weight = weigh(token, index) * (own.has(token) ? 1 : isNumeral(token) ? 0.7 : 0.25);
    for (const place of places) scores.set(place, (scores.get(place) ?? 0) + weight);
  }
  const ranked = [...scores].filter(([place]) => index.sentences[place]?.kind !== "heading");
  return ranked
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxCandidates)
    .map(([place]) => place);
}

function isTogether(index: SourceIndex, from: number, to: number): boolean {
  const [first, last] = [index.sentences[from], index.sentences[to]];
  if (first === undefined || last === undefined) return false;
  return first.heading === last.heading && first.kind !== "heading" && last.kind !== "heading";
}

const costOfSentence = 0.07;
const gainOfContext = 0.15;
const gainOfNumerals = 0.12;

/** Measures windows of one source for one clause, looking at each sentence once. */
function createMeasure(clause: Clause, index: SourceIndex): (from: number, to: number) => Window {
  const weights = clause.terms.map((term) => weigh(term, index));
  const context = [...clause.context];
  const numerals = context.filter(isNumeral);
  const held = new Map<number, { terms: number[]; context: number[]; numerals: number[] }>();
  const look = (at: number) => {
    const tokens = index.sentences[at]?.tokens ?? new Set<string>();
    const has = (token: string) => (index.title.has(token) || tokens.has(token) ? 1 : 0);
    // What a page is about, its sentences call "it".
    const terms = clause.terms.map((term) => (has(term) === 1 ? 1 : measureTerm(term, tokens)));
    return { terms, context: context.map(has), numerals: numerals.map(has) };
  };
  return (from, to) => {
    const sentences = [];
    for (let at = from; at <= to; at++) {
      const known = held.get(at) ?? look(at);
      held.set(at, known);
      sentences.push(known);
    }
    const coverage = share(
      sentences.map(({ terms }) => terms),
      weights,
    );
    const near = share(
      sentences.map((one) => one.context),
      context.map(() => 1),
    );
    const found = share(
      sentences.map((one) => one.numerals),
      numerals.map(() => 1),
    );
    return {
      from,
      to,
      coverage,
      score: coverage + gainOfContext * near + gainOfNumerals * found - costOfSentence * (to - from),
    };
  };
}

/** The best of several sentences for each word, weighed, out of all the weight (0 to 1). */
function share(sentences: readonly number[][], weights: readonly number[]): number {
  let [all, held] = [0, 0];
  for (const [at, weight] of weights.entries()) {
    let best = 0;
    for (const sentence of sentences) best = Math.max(best, sentence[at] ?? 0);
    all += weight;
    held += weight * best;
  }
  return all === 0 ? 0 : held / all;
}

/** How nearly a sentence has a word that it does not have as it is: by its stem, or in Chinese by its characters. */
function measureTerm(term: string, tokens: ReadonlySet<string>): number {
  if (/^\p{Script=Han}{2}$/u.test(term)) {
    const [first = "", second = ""] = term;
    let [hasFirst, hasSecond] = [false, false];
    for (const token of tokens) {
      if (token === first || token === second) return 0.5;
      hasFirst ||= token.includes(first);
      hasSecond ||= token.includes(second);
    }
    return hasFirst && hasSecond ? 0.5 : 0;
  }
  if (/^\p{Script=Han}$/u.test(term)) return [...tokens].some((token) => token.includes(term)) ? 0.7 : 0;
  if (term.length < 5) return 0;
  for (const token of tokens) if (token[0] === term[0] && isRelated(term, token)) return 0.85;
  return 0;
}

function isNumeral(token: string): boolean {
  return /^\d/.test(token);
}
