import { compareStatements, isOpenSwitch, type StatementRelation } from "./compare-statements";
import { readFact } from "./read-fact";
import type { FactReading, OpaqueClause } from "./statement";
import { isUnderstood } from "./subject";

export type ComparedFact = { id: string; content: string };

/**
 * A new fact beside a known one. `unsure`: they touch, and the words allow more than one relation. `open`: they seem to have nothing in common,
 * but one of them is not understood. `nearness` is the share of terms that both have, 0 to 1.
 */
export type Judged = {
  id: string;
  kind: "duplicate" | "update" | "contradiction" | "separate" | "unsure" | "open";
  nearness: number;
};

/** What rules say of a new fact beside each known one, in the order of the facts. */
export function judgeFacts(content: string, facts: readonly ComparedFact[]): Judged[] {
  const fresh = readFact(content);
  const readings = facts.map((fact) => ({ fact, known: readFact(fact.content) }));
  const switched = readings.filter(({ known }) => isSwitchedFrom(known, fresh));
  return readings.map(({ fact, known }) => {
    const nearness = measureNearness(known, fresh);
    const kind = isSameText(content, fact.content) ? "duplicate" : judgeReadings(known, fresh, nearness);
    const isOneOfSeveral = kind === "update" && switched.length > 1 && isSwitchedFrom(known, fresh);
    return { id: fact.id, kind: isOneOfSeveral ? "unsure" : kind, nearness };
  });
}

/** Who uses several tools of a kind has switched from one of them, and does not say from which. */
function isSwitchedFrom(known: FactReading, fresh: FactReading): boolean {
  return fresh.statements.some((statement) =>
    known.statements.some((other) => isOpenSwitch(other, statement)),
  );
}

function isSameText(a: string, b: string): boolean {
  return toPlain(a) === toPlain(b);
}

/** Case, width, punctuation that parts no digits, blanks and an opening "The user" make no difference. Signs that belong to names (C++, C#) do. */
function toPlain(content: string): string {
  return content
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*(?:the )?(?:user|person)(?:'s)?\b|^\s*用户/u, "")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, "\n")
    .replace(/[^\p{L}\p{N}\n+#]+/gu, "");
}

function judgeReadings(known: FactReading, fresh: FactReading, nearness: number): Judged["kind"] {
  const pairs = fresh.statements.map((statement) =>
    known.statements.map((other) => compareStatements(other, statement)),
  );
  const opaque = compareOpaque(known.opaque, fresh.opaque);
  if (isContained(pairs, known, fresh, opaque)) return "duplicate";
  const coverings = known.statements.map((_, at) => pickCovering(pairs.map((row) => row[at] ?? "apart")));
  const isCovered =
    coverings.every((covering, at) => covering !== null || isIdle(known, at)) &&
    known.opaque.every((_, at) => opaque[at] !== "apart");
  const isTouched =
    coverings.some((covering) => covering !== null) || opaque.some((relation) => relation !== "apart");
  if (isCovered && isTouched)
    return [...coverings, ...opaque].includes("opposite") ? "contradiction" : "update";
  const isUnread = [known, fresh].some(
    ({ opaque: clauses, statements }) =>
      clauses.length > 0 || !statements.every(({ subject }) => isUnderstood(subject)),
  );
  const isNear =
    isTouched || pairs.flat().some((relation) => relation !== "apart") || (isUnread && nearness > 0);
  if (isNear) return "unsure";
  return isUnread ? "open" : "separate";

  /** What is over need not be said again where the same attribute has its newer value. */
  function isIdle({ statements }: FactReading, at: number): boolean {
    const idle = statements[at];
    return (
      idle?.isOver === true &&
      statements.some(
        (other, place) => !other.isOver && other.attribute === idle.attribute && coverings[place] !== null,
      )
    );
  }
}

/** Whether all that the new fact says stands in the known one, or follows from it. */
function isContained(
  pairs: readonly (readonly StatementRelation[])[],
  known: FactReading,
  fresh: FactReading,
  opaque: readonly ("same" | "opposite" | "apart")[],
): boolean {
  const isSaid = (relation: StatementRelation) => relation === "same" || relation === "less";
  const areStatementsSaid = fresh.statements.every(
    (statement, at) =>
      pairs[at]?.some(isSaid) === true ||
      known.implied.some((implied) => isSaid(compareStatements(implied, statement))),
  );
  const areClausesSaid = opaque.filter((relation) => relation === "same").length === fresh.opaque.length;
  return fresh.statements.length + fresh.opaque.length > 0 && areStatementsSaid && areClausesSaid;
}

/** How a known statement is carried on by the new ones; `null` when it would be lost. */
function pickCovering(relations: readonly StatementRelation[]): StatementRelation | null {
  return (
    (["newer", "more", "same", "opposite"] as const).find((relation) => relations.includes(relation)) ?? null
  );
}

/** For each known clause that is not understood, whether the new fact has it word for word, or denies it so. */
function compareOpaque(
  known: readonly OpaqueClause[],
  fresh: readonly OpaqueClause[],
): ("same" | "opposite" | "apart")[] {
  return known.map(({ words, isDenied }) => {
    const found = fresh.find((clause) => clause.words === words && words !== "");
    if (found === undefined) return "apart";
    return found.isDenied === isDenied ? "same" : "opposite";
  });
}

function measureNearness({ terms: a }: FactReading, { terms: b }: FactReading): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
