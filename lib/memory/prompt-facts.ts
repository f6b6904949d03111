import type { Fact } from "@/lib/protocol/memories";
import { estimateTokenCount } from "tokenx";
import { sortByRank } from "./rank";
import { findAskedPart } from "./retrieve/asked-part";
import { findFacts } from "./retrieve/find-facts";
import type { MeaningQuery } from "./retrieve/nearness";
import { isOfPerson, type Said } from "./retrieve/question-units";
import { isStanding } from "./retrieve/standing";
import { isExpired } from "./tiers";

const promptTokens = 500;
/** What stands in every answer leaves room for what this one is about. */
const standingShare = 0.5;
const mostFound = 12;
const mostWithTastes = 6;

/** What an answer is about: the person's question and their messages before it, the newest last. */
export type PromptQuery = { question: string; earlier: readonly string[] };
/** `nearness`: by meaning, by id; `null` when nobody can tell. `budget` in tokens. */
export type SelectOptions = { now: number; nearness?: ReadonlyMap<string, number> | null; budget?: number };

/**
 * The facts that go into the prompt: those that stand in every answer, then those that fit what is said, the best first, then what
 * a general question asks for, as many as fit; with a wording of one line each. None where none is relevant.
 */
export function selectPromptFacts(
  facts: readonly Fact[],
  query: PromptQuery,
  { now, nearness = null, budget = promptTokens }: SelectOptions,
): Fact[] {
  const ranked = sortByRank(listCurrent(facts, now), now).map((fact) => ({
    ...fact,
    content: toOneLine(fact.content),
  }));
  const standing = ranked.filter(isStanding);
  const found = findFacts(ranked, { said: toSaid(query), nearness }, now).slice(0, mostFound);
  const first = fill(standing, budget * standingShare);
  return fill([...new Set([...first, ...found, ...listGeneral(ranked, found, query), ...standing])], budget);
}

/** What is compared with the question in meaning: what is not in the prompt anyhow. */
export function listOpenFacts(facts: readonly Fact[], { question }: PromptQuery, now: number): Fact[] {
  return findAskedPart(question) === "all" ? [] : listCurrent(facts, now).filter((fact) => !isStanding(fact));
}

/** A question of a few words is understood with the message before it. */
export function toMeaningQuery({ question, earlier }: PromptQuery): MeaningQuery {
  const asked = question.length > shortQuestion ? [question] : [...earlier.slice(-1), question];
  const text = asked.join("\n").slice(-mostCharacters);
  return { text, isOfPerson: isOfPerson(text) };
}

const shortQuestion = 40;
const mostCharacters = 2_000;
/** How much a message counts, the newest first. */
const weights = [1, 0.8, 0.7, 0.6];

function toSaid({ question, earlier }: PromptQuery): Said[] {
  const texts = [question, ...earlier.toReversed()].slice(0, weights.length);
  return texts.map((text, index) => ({ text, weight: weights[index] ?? 0, as: "message" }));
}

/** A proposal is made by what the person likes, the more of it the less its subject has found. */
function listGeneral(ranked: readonly Fact[], found: readonly Fact[], { question }: PromptQuery): Fact[] {
  const part = findAskedPart(question);
  if (part === "all") return [...ranked];
  if (part === null) return [];
  const liked = ranked.filter(
    (fact) => fact.category === "preference" && !isStanding(fact) && !found.includes(fact),
  );
  return liked
    .toSorted((a, b) => a.notUseful - b.notUseful)
    .slice(0, Math.max(0, mostWithTastes - found.length));
}

function listCurrent(facts: readonly Fact[], now: number): Fact[] {
  return facts.filter((fact) => !isExpired(fact, now));
}

/** As many as fit, in order. One that does not fit makes room for a shorter one. */
function fill(facts: readonly Fact[], budget: number): Fact[] {
  const selected: Fact[] = [];
  let room = budget;
  for (const fact of facts) {
    const tokens = estimateTokenCount(`- ${fact.content}\n`);
    if (tokens > room) continue;
    selected.push(fact);
    room -= tokens;
  }
  return selected;
}

/** A fact is a line of a list: nothing in it may begin another, or be read without being seen. What joins letters and pictures stays. */
function toOneLine(text: string): string {
  return text.replace(/(?:(?![\u200c\u200d])[\s\p{Cc}\p{Cf}])+/gu, " ").trim();
}
