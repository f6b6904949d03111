import { judgeFacts, type ComparedFact, type Judged } from "./judge-facts";
import type { Relation } from "./relation";
import { readFact } from "./read-fact";
import { pickRelation } from "./relate-by-rules";
import { buildRelationQuestion, readRelationAnswer } from "./relation-question";

export type RelateDeps = {
  /** How near each text is to the query in meaning, -1 to 1; `null` where no embedding model is there or answers. */
  compareMeaning: (
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ) => Promise<{ scores: number[]; costMicroUsd: number } | null>;
  /** `null` where there is no small model. Throws what models throw. */
  askSmallModel: (
    question: { instructions?: string; prompt: string },
    signal: AbortSignal,
  ) => Promise<{ text: string; costMicroUsd: number } | null>;
};

export type RelateFact = (
  content: string,
  facts: readonly ComparedFact[],
  signal: AbortSignal,
) => Promise<{ relation: Relation; costMicroUsd: number }>;

/** So many facts are looked at closely: those nearest in meaning, and more of them where only words tell how near they are. */
const closest = { byMeaning: 5, byWords: 10 };
const separate: Relation = { kind: "separate" };

/**
 * How a new fact stands to the known ones. Rules decide first; of what they leave open, meaning chooses which facts a small model looks at. In
 * doubt, without a model and whenever one fails, facts are separate. Throws only when aborted.
 */
export function createRelateFact({ compareMeaning, askSmallModel }: RelateDeps): RelateFact {
  return async (content, facts, signal) => {
    signal.throwIfAborted();
    const judged = judgeFacts(content, facts);
    const decided = pickRelation(judged);
    const open = decided === null ? listOpen(judged, facts) : [];
    if (open.length === 0) return { relation: decided ?? separate, costMicroUsd: 0 };
    const near = await orNull(
      () =>
        compareMeaning(
          content,
          open.map((fact) => fact.content),
          signal,
        ),
      signal,
    );
    const candidates = pickClosest(open, near?.scores ?? null);
    const answer = await orNull(
      () =>
        askSmallModel(
          buildRelationQuestion(
            content,
            candidates.map((fact) => fact.content),
          ),
          signal,
        ),
      signal,
    );
    const relation = answer === null ? separate : toRelation(answer.text, content, candidates);
    return { relation, costMicroUsd: (near?.costMicroUsd ?? 0) + (answer?.costMicroUsd ?? 0) };
  };
}

/** What rules could not tell from the new fact, nearest first; behind it what they did not understand. */
function listOpen(judged: readonly Judged[], facts: readonly ComparedFact[]): ComparedFact[] {
  const order = (kind: Judged["kind"]) =>
    judged
      .map((one, at) => ({ one, at }))
      .filter(({ one }) => one.kind === kind)
      .sort((a, b) => b.one.nearness - a.one.nearness);
  return [...order("unsure"), ...order("open")].flatMap(({ at }) => facts[at] ?? []);
}

function pickClosest(open: readonly ComparedFact[], scores: readonly number[] | null): ComparedFact[] {
  if (scores === null || scores.length !== open.length) return open.slice(0, closest.byWords);
  const scored = open.map((fact, at) => ({ fact, score: scores[at] ?? -1 }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, closest.byMeaning)
    .map(({ fact }) => fact);
}

function toRelation(text: string, content: string, candidates: readonly ComparedFact[]): Relation {
  const answer = readRelationAnswer(text);
  if (answer === null || answer.relation === "separate") return separate;
  const known = candidates[answer.fact - 1];
  if (known === undefined || (answer.relation === "duplicate" && hasOwnNumber(known.content, content)))
    return separate;
  return { kind: answer.relation, factId: known.id };
}

/** A fact with a number that the known one lacks repeats nothing, whatever a model says. */
function hasOwnNumber(known: string, fresh: string): boolean {
  const { terms } = readFact(known);
  return [...readFact(fresh).terms].some((term) => /\d/.test(term) && !terms.has(term));
}

/** What fails is done without: keeping two facts is better than losing one. */
async function orNull<T>(work: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
  try {
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
