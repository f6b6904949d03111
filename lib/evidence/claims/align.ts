import type { Clause } from "./clause";
import type { SourceIndex } from "./source-index";
import { isRelated } from "./terms";

/** Neighbouring sentences of a source, by their places in its list, and how much of a clause's words they hold (0 to 1). */
export type Window = { from: number; to: number; coverage: number; score: number };

const maxCandidates = 6;
const maxWindows = 4;

/** The places of a source that fit a clause best, best first; none where nothing fits. */
export function findWindows(clause: Clause, index: SourceIndex): Window[] {
  const candidates = rankSentences(clause, index);
  const windows = new Map<string, Window>();
  for (const at of candidates) {
    for (const [from, to] of [[at, at], [at - 1, at], [at, at + 1], [at - 1, at + 1]] as const) {
      if (isTogether(index, from, to)) windows.set(`${from}-${to}`, measureWindow(clause, index, from, to));
    }
  }
  const ranked = [...windows.values()].sort((a, b) => b.score - a.score || a.from - b.from || a.to - b.to);
  return ranked.filter(({ score }) => score > 0).slice(0, maxWindows);
}

/** How much a word tells: one of the title tells little, and one that stands in many sentences too. */
export function weigh(term: string, index: SourceIndex): number {
  const count = Math.max(1, index.postings.get(term)?.length ?? 0);
  const size = index.sentences.length;
  const rarity = Math.log(1 + size / count) / Math.log(1 + size);
  const short = /^\p{Script=Han}$/u.test(term) ? 0.6 : 1;
  return (index.title.has(term) ? 0.3 : 1) * short * Math.max(0.25, rarity);
}

/** What share of a clause's words, weighed, a set of tokens holds; words joined by their stem count less. */
export function measureCoverage(clause: Clause, index: SourceIndex, tokens: readonly ReadonlySet<string>[]): number {
  let [all, held] = [0, 0];
  for (const term of clause.terms) {
    const weight = weigh(term, index);
    all += weight;
    // What a page is about, its sentences call "it".
    held += weight * (index.title.has(term) ? 1 : measureTerm(term, tokens));
  }
  return all === 0 ? 0 : held / all;
}

function measureTerm(term: string, sets: readonly ReadonlySet<string>[]): number {
  if (sets.some((tokens) => tokens.has(term))) return 1;
  const isPair = /^\p{Script=Han}{2}$/u.test(term);
  for (const tokens of sets) for (const token of tokens) if (isPair ? token.length <= 2 && (token === term[0] || token === term[1]) : isRelated(term, token)) return isPair ? 0.5 : 0.85;
  return isPair && hasBoth(term, sets) ? 0.5 : 0;
}

function hasBoth(pair: string, sets: readonly ReadonlySet<string>[]): boolean {
  const has = (character: string) => sets.some((tokens) => [...tokens].some((token) => token.includes(character)));
  return has(pair[0] ?? "") && has(pair[1] ?? "");
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
  return ranked.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxCandidates).map(([place]) => place);
}

function isTogether(index: SourceIndex, from: number, to: number): boolean {
  const [first, last] = [index.sentences[from], index.sentences[to]];
  if (first === undefined || last === undefined) return false;
  return first.heading === last.heading && first.kind !== "heading" && last.kind !== "heading";
}

const costOfSentence = 0.07;
const gainOfContext = 0.15;
const gainOfNumerals = 0.12;

function measureWindow(clause: Clause, index: SourceIndex, from: number, to: number): Window {
  const tokens = index.sentences.slice(from, to + 1).map((sentence) => sentence.tokens);
  const coverage = measureCoverage(clause, index, tokens);
  const shared = [...clause.context].filter((token) => index.title.has(token) || tokens.some((set) => set.has(token))).length;
  const context = clause.context.size === 0 ? 0 : shared / clause.context.size;
  const numerals = [...clause.context].filter(isNumeral);
  const found = numerals.filter((token) => tokens.some((set) => set.has(token))).length / Math.max(1, numerals.length);
  return { from, to, coverage, score: coverage + gainOfContext * context + gainOfNumerals * found - costOfSentence * (to - from) };
}

function isNumeral(token: string): boolean {
  return /^\d/.test(token);
}
