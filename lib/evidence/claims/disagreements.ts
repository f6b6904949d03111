import type { Disagreement } from "@/lib/protocol/claims";
import type { Clause } from "./clause";
import { judgeNames } from "./judge-names";
import { compareDates, type DateFact } from "./dates";
import { isSameNumber, type NumberFact } from "./numbers";
import { sliceSpan, type SourceIndex } from "./source-index";
import type { Piece } from "./split-clauses";

type CheckedSentence = { sentence: string; clauses: readonly Clause[]; numbers: readonly number[] };
type Reading<FACT> = { index: SourceIndex; fact: FACT; value: string; years: readonly number[] };

/** Where a cited source has the value that a sentence names and another source another one for the same. It rather stays silent than cries wolf. */
export function listDisagreements(
  sentences: readonly CheckedSentence[],
  indexes: readonly SourceIndex[],
): Disagreement[] {
  if (indexes.length < 2) return [];
  const found = sentences.flatMap((sentence) =>
    sentence.clauses.flatMap((clause) => compareSources(sentence, clause, indexes)),
  );
  return found
    .filter((one, place) => found.findIndex(({ about }) => about === one.about) === place)
    .slice(0, maxDisagreements);
}

const maxDisagreements = 12;
const maxAbout = 240;
/** So much of the words of a statement has to stand in one sentence of a source to speak of the same matter. */
const sameMatter = 0.75;

function compareSources(
  { sentence, numbers }: CheckedSentence,
  clause: Clause,
  indexes: readonly SourceIndex[],
): Disagreement[] {
  const piece = clause.pieces.filter(({ facts }) => facts.numbers.length + facts.dates.length > 0);
  const [number, date] = [
    piece.flatMap(({ facts }) => facts.numbers),
    piece.flatMap(({ facts }) => facts.dates),
  ];
  if (clause.terms.length < 2 || number.length + date.length === 0) return [];
  const places = indexes
    .filter((index) => index.isHan === clause.isHan)
    .flatMap((index) => findSame(clause, index));
  const about =
    sentence.length > maxAbout ? `${sentence.slice(0, maxAbout).replace(/[\ud800-\udbff]$/, "")}…` : sentence;
  const toDisagreement = <FACT>(
    readings: Reading<FACT>[],
    isSame: (one: FACT, other: FACT) => boolean,
    claim: FACT,
  ): Disagreement[] => {
    const ours = readings.filter(
      ({ fact, index }) => numbers.includes(index.source.number) && isSame(claim, fact),
    );
    const others = readings.filter(
      ({ fact, years }) =>
        !isSame(claim, fact) && !isSame(fact, claim) && ours.every((one) => isSameTime(one.years, years)),
    );
    if (ours.length === 0 || others.length === 0) return [];
    const all = [...readings.filter(({ fact }) => isSame(claim, fact)), ...others];
    return [{ about, values: all.map(toValue).sort((a, b) => a.number - b.number) }];
  };
  const [onlyNumber, onlyDate] = [number[0], date[0]];
  const fromNumber =
    number.length === 1 && onlyNumber !== undefined
      ? toDisagreement(readNumbers(onlyNumber, places), isSameNumber, onlyNumber)
      : [];
  if (fromNumber.length > 0) return fromNumber;
  const isSameDate = (one: DateFact, other: DateFact) => compareDates(one, other) !== "other";
  return date.length === 1 && number.length === 0 && onlyDate !== undefined
    ? toDisagreement(readDates(onlyDate, places), isSameDate, onlyDate)
    : [];
}

type Place = { index: SourceIndex; at: number; pieces: Piece[] };

/** The sentence of a source that speaks of the same as a statement, found by its rarest words. */
function findSame(clause: Clause, index: SourceIndex): Place[] {
  const known = clause.terms.filter((term) => index.postings.has(term) || index.title.has(term));
  if (known.length < clause.terms.length * sameMatter) return [];
  const lists = known.map((term) => index.postings.get(term) ?? []).filter(({ length }) => length > 0);
  const rarest = lists.sort((a, b) => a.length - b.length).slice(0, 3);
  const candidates = [...new Set(rarest.flatMap((places) => places.slice(0, 12)))];
  const measured = candidates
    .map((at) => ({ at, held: countHeld(clause, index, at) }))
    .sort((a, b) => b.held - a.held || a.at - b.at);
  const best = measured[0];
  if (best === undefined || best.held < clause.terms.length * sameMatter) return [];
  const names = judgeNames(clause, index, { from: best.at, to: best.at, coverage: 1, score: 1 });
  return names.problem === null ? [{ index, at: best.at, pieces: index.getPieces(best.at) }] : [];
}

function countHeld(clause: Clause, index: SourceIndex, at: number): number {
  const sentence = index.sentences[at];
  return clause.terms.filter((term) => sentence?.tokens.has(term) || index.title.has(term)).length;
}

/** A place speaks of one value of the kind, or says nothing clear. */
function readNumbers(claim: NumberFact, places: readonly Place[]): Reading<NumberFact>[] {
  return places.flatMap((place) => {
    const facts = place.pieces.flatMap((piece) =>
      piece.facts.numbers.filter(
        ({ kind, counted }) => kind === claim.kind && (kind !== "count" || counted === claim.counted),
      ),
    );
    return facts.length === 1 ? facts.map((fact) => toReading(place, fact)) : [];
  });
}

function readDates(claim: DateFact, places: readonly Place[]): Reading<DateFact>[] {
  return places.flatMap((place) => {
    const facts = place.pieces.flatMap(({ facts: { dates } }) =>
      dates.filter(({ year, span }) => year !== undefined && span === claim.span),
    );
    return facts.length === 1 ? facts.map((fact) => ({ ...toReading(place, fact), years: [] })) : [];
  });
}

function toReading<FACT extends { start: number; end: number }>(
  { index, at, pieces }: Place,
  fact: FACT,
): Reading<FACT> {
  const sentence = sliceSpan(index.source.text, index.sentences[at]);
  const years = pieces.flatMap(({ facts }) => facts.dates.flatMap(({ year }) => year ?? []));
  return { index, fact, value: sentence.slice(fact.start, fact.end).replace(/\s+/g, " ").trim(), years };
}

/** Values of different years are no disagreement. */
function isSameTime(one: readonly number[], other: readonly number[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((year) => other.includes(year));
}

function toValue<FACT>({ index: { source }, value }: Reading<FACT>): Disagreement["values"][number] {
  return {
    number: source.number,
    value,
    asOf: source.publishedAt ?? new Date(source.retrievedAt).toISOString(),
  };
}
