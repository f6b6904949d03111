import type { ClaimProblem } from "@/lib/protocol/claims";
import type { Window } from "./align";
import type { Clause } from "./clause";
import { compareDates, type DateFact } from "./dates";
import type { Facts } from "./facts";
import { isSameNumber, type NumberFact } from "./numbers";
import type { SourceIndex } from "./source-index";
import type { Piece } from "./split-clauses";

/** How a clause's numbers, dates or names stand to a place in a source: how many agree, and what is wrong. */
export type FactJudgement = { agreed: number; problem: ClaimProblem | null; isContradicted: boolean };

/** A value with the words that stand around it. */
type Placed<FACT> = { fact: FACT; terms: ReadonlySet<string> };

/** Whether the numbers of a clause stand in a window, beside the same words. */
export function judgeNumbers(clause: Clause, index: SourceIndex, window: Window): FactJudgement {
  const pieces = listPieces(index, window);
  const placed = placeFacts(pieces, ({ numbers }) => numbers);
  const dates = placeFacts(pieces, (facts) => facts.dates);
  const claims = placeFacts(clause.pieces, ({ numbers }) => numbers);
  return judgeEach(claims, "number", (claim) => {
    const rivals = placed.filter(
      ({ fact }) => isRival(claim.fact, fact) && !claims.some((one) => isSameNumber(one.fact, fact)),
    );
    const same = placed.filter(({ fact }) => isSameNumber(claim.fact, fact));
    // A bare number of four digits may have been read as a year on one side.
    const isYear =
      claim.fact.kind === "count" &&
      dates.some(({ fact }) => fact.year === claim.fact.value && fact.span === 1);
    // A rank that the source does not give may be put in other words.
    return decide(claim, same, rivals, isYear || claim.fact.kind === "ordinal");
  });
}

/** Whether the dates of a clause stand in a window, beside the same words. */
export function judgeDates(clause: Clause, index: SourceIndex, window: Window): FactJudgement {
  const placed = placeFacts(listPieces(index, window), ({ dates }) => dates);
  const published = index.source.publishedAt === undefined ? null : toDay(index.source.publishedAt);
  const claims = placeFacts(clause.pieces, ({ dates }) => dates);
  return judgeEach(claims, "date", (claim) => {
    const same = placed.filter(
      ({ fact }) => compareDates(claim.fact, complete(fact, placed, published)) === "same",
    );
    const rivals = placed.filter(
      ({ fact }) =>
        isRivalDate(claim.fact, fact) && !claims.some((one) => compareDates(one.fact, fact) === "same"),
    );
    return decide(claim, same, rivals, false);
  });
}

type Decision = "agrees" | "other" | "absent";

/** Another value of the kind, which the claim does not name, beside clearly more of its words means that the claim took the wrong one. */
function decide<FACT>(
  { terms }: Placed<FACT>,
  same: Placed<FACT>[],
  rivals: Placed<FACT>[],
  isElsewhere: boolean,
): Decision {
  const count = (place: Placed<FACT>) =>
    [...terms].reduce((sum, term) => sum + (place.terms.has(term) ? (term.startsWith("#") ? 2 : 1) : 0), 0);
  const near = (places: Placed<FACT>[]) => Math.max(-1, ...places.map(count));
  const [ours, theirs] = [near(same), near(rivals)];
  if (ours >= 0) return theirs - ours >= Math.max(2, 0.4 * terms.size) ? "other" : "agrees";
  if (theirs >= 0) return "other";
  return isElsewhere ? "agrees" : "absent";
}

function judgeEach<FACT>(
  claims: readonly Placed<FACT>[],
  problem: ClaimProblem,
  judge: (claim: Placed<FACT>) => Decision,
): FactJudgement {
  const decisions = claims.map(judge);
  const isContradicted = decisions.includes("other");
  const agreed = decisions.filter((decision) => decision === "agrees").length;
  return { agreed, problem: isContradicted || decisions.includes("absent") ? problem : null, isContradicted };
}

function listPieces(index: SourceIndex, window: Window): Piece[] {
  const pieces: Piece[] = [];
  for (let at = window.from; at <= window.to; at++) pieces.push(...index.getPieces(at));
  return pieces;
}

function placeFacts<FACT>(pieces: readonly Piece[], pick: (facts: Facts) => readonly FACT[]): Placed<FACT>[] {
  return pieces.flatMap(({ facts, terms }) => pick(facts).map((fact) => ({ fact, terms })));
}

/** Only what counts the same thing can contradict. */
function isRival(claim: NumberFact, source: NumberFact): boolean {
  if (claim.kind !== source.kind) return false;
  if (claim.kind !== "count" && claim.kind !== "ordinal") return true;
  if (claim.before !== "" && claim.before === source.before && claim.kind === "count") return true;
  const isSameWord =
    claim.counted === source.counted ||
    (/\p{Script=Han}/u.test(claim.counted) && claim.counted[0] === source.counted[0]);
  return claim.counted !== "" && isSameWord;
}

function isRivalDate(claim: DateFact, source: DateFact): boolean {
  if (compareDates(claim, source) !== "other") return false;
  return (
    (claim.year !== undefined && source.year !== undefined) ||
    (claim.month !== undefined && source.month !== undefined)
  );
}

/** A day and month without a year take the year of the date before them, or of the publication. */
function complete(fact: DateFact, placed: readonly Placed<DateFact>[], published: DateFact | null): DateFact {
  if (fact.year !== undefined || fact.month === undefined) return fact;
  const year =
    placed.find(({ fact: other }) => other.year !== undefined && other.span === 1)?.fact.year ??
    published?.year;
  return year === undefined ? fact : { ...fact, year };
}

function toDay(iso: string): DateFact | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return match === null
    ? null
    : { start: 0, end: 0, year: Number(match[1]), month: Number(match[2]), day: Number(match[3]), span: 1 };
}
