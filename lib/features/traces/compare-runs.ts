import { compareLists } from "@/lib/language/compare-lists";
import { listWords } from "@/lib/language/words";
import type {
  AnswerPiece,
  RunComparison,
  RunLine,
  RunSide,
} from "@/lib/features/traces/shape/run-comparison";
import type { RunRecord } from "@/lib/protocol/run-record";
import { toRunSummary } from "@/lib/protocol/runs";

/** `answer`: `null` where it is not kept any longer. */
export type ComparedRun = { record: RunRecord; answer: string | null };
/** Of two texts. */
export type TextPieces = readonly [AnswerPiece[], AnswerPiece[]];
type Pieces = readonly [AnswerPiece[] | null, AnswerPiece[] | null];

/** What two runs have in common and what differs. Pure. */
export function compareRuns(one: ComparedRun, other: ComparedRun): RunComparison {
  const [first, second] = compareAnswers(one.answer, other.answer);
  return {
    sides: [toSide(one.record, first), toSide(other.record, second)],
    settings: compareSettings(one.record, other.record),
    lines: pairLines(listLines(one.record), listLines(other.record)),
  };
}

function toSide(record: RunRecord, answer: AnswerPiece[] | null): RunSide {
  const { style, usage } = record;
  return {
    ...{ run: toRunSummary(record), style, answer },
    tokens: { input: usage.inputTokens, output: usage.outputTokens, cached: usage.cachedInputTokens },
  };
}

function compareSettings({ settings: one }: RunRecord, { settings: other }: RunRecord) {
  return (Object.keys(one) as (keyof typeof one)[]).flatMap((name) => {
    const values = [JSON.stringify(one[name]), JSON.stringify(other[name])] as const;
    return values[0] === values[1] ? [] : [{ name, values }];
  });
}

function listLines({ steps }: RunRecord): RunLine[] {
  return steps.flatMap(({ model, finishReason, durationMs, costMicroUsd, toolCalls }): RunLine[] => [
    { kind: "call", name: model, state: finishReason, ms: durationMs, costMicroUsd },
    ...toolCalls.map((call): RunLine => {
      const { tool: name, status: state, durationMs: ms } = call;
      return { kind: "tool", name, state, ms, costMicroUsd: call.costMicroUsd };
    }),
  ]);
}

/** Calls stand beside calls whatever the models, tools beside the same tools. */
function pairLines(one: readonly RunLine[], other: readonly RunLine[]): RunComparison["lines"] {
  const toName = ({ kind, name }: RunLine) => (kind === "call" ? kind : name);
  const pairs: [RunLine | null, RunLine | null][] = [];
  let [at, beside] = [0, 0];
  for (const { count, added, removed } of listChanges(one.map(toName), other.map(toName)))
    for (let step = 0; step < count; step += 1)
      pairs.push([added ? null : (one[at++] ?? null), removed ? null : (other[beside++] ?? null)]);
  return pairs;
}

/** Where too much differs, all of the one and then all of the other. */
function listChanges(one: string[], other: string[]) {
  const apart = [
    { value: one, count: one.length, added: false, removed: true },
    { value: other, count: other.length, added: true, removed: false },
  ];
  return compareLists(one, other) ?? apart;
}

function compareAnswers(one: string | null, other: string | null): Pieces {
  if (one === null || other === null) return [toWhole(one), toWhole(other)];
  return compareTexts(one, other);
}

/** Both texts in pieces, which say what only one of them has: all, where too much differs. */
export function compareTexts(one: string, other: string): TextPieces {
  const changes = listChanges(splitWords(one), splitWords(other));
  const toPieces = (left: "added" | "removed") =>
    changes.flatMap((change) =>
      change[left] ? [] : [{ text: change.value.join(""), isSame: !change.added && !change.removed }],
    );
  return [toPieces("added"), toPieces("removed")];
}

/** Words, and what stands between them, one after the other: all of the text. */
function splitWords(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of listWords(text)) {
    if (start > from) pieces.push(text.slice(from, start));
    pieces.push(text.slice(start, end));
    from = end;
  }
  return from < text.length ? [...pieces, text.slice(from)] : pieces;
}

const toWhole = (text: string | null): AnswerPiece[] | null =>
  text === null ? null : [{ text, isSame: false }];
