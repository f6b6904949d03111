import type {
  Claim,
  ClaimPassage,
  ClaimProblem,
  ClaimSource,
  Disagreement,
  Verdict,
} from "@/lib/protocol/claims";
import { listCitedSpans, type CitedSpan } from "./cited-spans";
import { readClauses, type Clause } from "./clause";
import { listDisagreements } from "./disagreements";
import { judgeClause, type ClauseJudgement } from "./judge-clause";
import { indexSource, sliceSpan, type ClaimSourceText, type SourceIndex } from "./source-index";
import { judgeTogether } from "./verdicts";

export type ClaimCheck = { claims: Claim[]; disagreements: Disagreement[]; undecided: Undecided[] };

/** A pair of a sentence and a source that rules cannot decide: by its claim's place in the list and its source's number. */
export type Undecided = { claim: number; source: number; sentence: string; title: string; passage: string };

export type ToCompare = { parts: readonly string[]; sources: readonly ClaimSourceText[] };

/** Compares the cited sentences of an answer, the first 400, with the texts of its sources. Pure; time grows with the length of the texts. */
export function checkClaims({ parts, sources }: ToCompare): ClaimCheck {
  return compare(
    { parts, sources },
    new Map(listReadable(sources).map((source) => [source.number, indexSource(source)])),
  );
}

/** The same, with a pause behind each source for whatever else the process has to do: a long text takes a tenth of a second. */
export async function checkClaimsInTurns(
  { parts, sources }: ToCompare,
  pause: () => Promise<void>,
): Promise<ClaimCheck> {
  const indexes = new Map<number, SourceIndex>();
  for (const source of listReadable(sources)) {
    indexes.set(source.number, indexSource(source));
    await pause();
  }
  return compare({ parts, sources }, indexes);
}

function listReadable(sources: readonly ClaimSourceText[]): ClaimSourceText[] {
  return sources.filter(({ text }) => text.trim() !== "");
}

function compare({ parts, sources }: ToCompare, all: ReadonlyMap<number, SourceIndex>): ClaimCheck {
  const spans = parts
    .flatMap((text, part) => listCitedSpans(text).map((span) => ({ ...span, part })))
    .slice(0, maxClaims);
  const cited = new Set(spans.flatMap(({ numbers }) => numbers));
  const indexes = new Map([...all].filter(([number]) => cited.has(number)));
  const known = new Map(sources.map((source) => [source.number, source.evidenceId]));
  const read = spans.map((span) => ({ span, clauses: readClauses(span.sentence) }));
  const checked = read.map(({ span, clauses }, place) => checkSpan({ span, clauses, place, indexes, known }));
  return {
    claims: checked.map(({ claim }) => claim),
    disagreements: listDisagreements(
      read.map(({ span, clauses }) => ({ sentence: span.sentence, clauses, numbers: span.numbers })),
      [...indexes.values()],
    ),
    undecided: checked.flatMap(({ undecided }) => undecided),
  };
}

type ToCheck = {
  span: CitedSpan & { part: number };
  clauses: Clause[];
  place: number;
  indexes: ReadonlyMap<number, SourceIndex>;
  known: ReadonlyMap<number, string>;
};

function checkSpan({ span, clauses, place, indexes, known }: ToCheck): {
  claim: Claim;
  undecided: Undecided[];
} {
  const judged = span.numbers.map((number) => {
    const index = indexes.get(number);
    return { number, index, judgements: index === undefined ? [] : judgeInOrder(clauses, index) };
  });
  const sources = judged.map(({ number, index, judgements }) =>
    toSource(number, known.get(number) ?? "", index, judgements),
  );
  const together = clauses.map((_clause, at) => judged.flatMap(({ judgements }) => judgements[at] ?? []));
  const verdict = judgeTogether(together);
  const { part, start, end, marks, sentence } = span;
  const claim: Claim = { part, start, end, marks, sentence, verdict, sources, decidedBy: "rules" };
  const isSettled = together.every((judgements) => judgements.some(({ status }) => status === "supported"));
  const undecided = judged.flatMap(({ number, index, judgements }) => {
    if (index === undefined || isSettled || !judgements.some(isOpen) || judgements.some(isAgainst)) return [];
    return [
      {
        claim: place,
        source: number,
        sentence,
        title: index.source.title,
        passage: toContext(index, judgements),
      },
    ];
  });
  return { claim, undecided };
}

/** What a relative clause adds to a statement that is wrong is wrong with it. */
function judgeInOrder(clauses: readonly Clause[], index: SourceIndex): ClauseJudgement[] {
  const judgements: ClauseJudgement[] = [];
  for (const clause of clauses) {
    const [own, before] = [judgeClause(clause, index), judgements.at(-1)];
    judgements.push(
      clause.isDependent && before?.status === "contradicted"
        ? { ...own, status: "contradicted", problems: before.problems }
        : own,
    );
  }
  return judgements;
}

/** Only words are wanting: they may be there in other words. */
function isOpen({ status, problems }: ClauseJudgement): boolean {
  return status === "unclear" || (status === "missing" && problems.every((problem) => problem === "wording"));
}

function isAgainst(judgement: ClauseJudgement): boolean {
  return judgement.status === "contradicted" || (judgement.status === "missing" && !isOpen(judgement));
}

function toSource(
  number: number,
  evidenceId: string,
  index: SourceIndex | undefined,
  judgements: readonly ClauseJudgement[],
): ClaimSource {
  if (index === undefined)
    return { number, evidenceId, verdict: "not_found", problems: ["no_text"], passage: null };
  const verdict: Verdict = judgeTogether(judgements.map((judgement) => [judgement]));
  const problems: ClaimProblem[] =
    verdict === "supported"
      ? []
      : [...new Set(judgements.flatMap((one) => (one.status === "supported" ? [] : one.problems)))];
  return { number, evidenceId, verdict, problems, passage: toPassage(index, judgements) };
}

/** From the first to the last place that the statements were found at, where these are near each other; else the best one's, or the one that contradicts. */
function toPassage(index: SourceIndex, judgements: readonly ClauseJudgement[]): ClaimPassage | null {
  const held = judgements.filter(({ status }) => status !== "missing" && status !== "contradicted");
  const shown = held.length > 0 ? held : judgements.filter(({ status }) => status === "contradicted");
  const found = shown.flatMap((one) =>
    one.window === null ? [] : [{ ...one.window, coverage: one.coverage }],
  );
  const best = found.toSorted((a, b) => b.coverage - a.coverage)[0];
  if (best === undefined) return null;
  const near = found.filter(({ from, to }) => Math.max(best.to, to) - Math.min(best.from, from) <= maxSpread);
  const [from, to] = [Math.min(...near.map((one) => one.from)), Math.max(...near.map((one) => one.to))];
  const { text } = index.source;
  const span = { start: index.sentences[from]?.start ?? 0, end: index.sentences[to]?.end ?? 0 };
  return { ...span, quote: sliceSpan(text, span) };
}

const maxClaims = 400;
const maxSpread = 3;
const maxContext = 2_400;

/** The passages with a sentence on either side. */
function toContext(index: SourceIndex, judgements: readonly ClauseJudgement[]): string {
  const places = new Set(
    judgements.flatMap(({ window }) =>
      window === null ? [] : [window.from - 1, window.from, window.to, window.to + 1],
    ),
  );
  const wanted = places.size === 0 ? [0, 1, 2, 3, 4, 5] : [...places].sort((a, b) => a - b);
  const sentences = wanted
    .map((at) => sliceSpan(index.source.text, index.sentences[at]))
    .filter((sentence) => sentence !== "");
  return sentences
    .join("\n")
    .slice(0, maxContext)
    .replace(/[\ud800-\udbff]$/, "");
}
