import { findCountry } from "./places";
import type { Statement } from "./statement";
import { compareSubjects, isUnderstood } from "./subject";
import { findToolKind, isKindOf, isKnownTerm } from "./terms";

/**
 * How a new statement stands to a known one: it says the same, less or more, has a newer value, cannot hold beside it, or speaks of something
 * else (`apart`); `unsure` where the words allow more than one.
 */
export type StatementRelation = "same" | "less" | "more" | "newer" | "opposite" | "apart" | "unsure";

export function compareStatements(known: Statement, fresh: Statement): StatementRelation {
  const subjects = compareSubjects(known.subject, fresh.subject);
  if (subjects === "different") return "apart";
  if (isSwitch(known, fresh)) return subjects === "same" ? "newer" : "unsure";
  if (isOpenSwitch(known, fresh))
    return subjects === "same" && isPlainSwitch(known, fresh) ? "newer" : "unsure";
  if (known.attribute !== fresh.attribute) return mayTouch(known, fresh) ? "unsure" : "apart";
  const relation =
    known.kind === "many" || fresh.kind === "many" ? compareMany(known, fresh) : compareValues(known, fresh);
  if (subjects === "same" && isUnderstood(fresh.subject)) return relation;
  // Of a subject that is not understood only a repetition is certain.
  return relation === "apart" || (subjects === "same" && ["same", "less", "more"].includes(relation))
    ? relation
    : "unsure";
}

/** What somebody keeps, likes or fears may be the same thing said with another verb. */
function mayTouch(known: Statement, fresh: Statement): boolean {
  const areOpen = [known, fresh].every(({ kind }) => kind === "many" || kind === "loose");
  return areOpen && known.value.some((term) => fresh.value.includes(term));
}

/** "Switched from A to B", where A is what is known. */
function isSwitch(known: Statement, fresh: Statement): boolean {
  return (
    fresh.replaces.length > 0 &&
    !known.isDenied &&
    !fresh.isDenied &&
    replaceable.has(known.attribute) &&
    isEqual(known.value, fresh.replaces)
  );
}

/** "Switched to A", where a tool of A's kind is known. */
export function isOpenSwitch(known: Statement, fresh: Statement): boolean {
  if (
    !fresh.isSwitch ||
    fresh.isDenied ||
    known.isDenied ||
    isEqual(known.value, fresh.value) ||
    compareSubjects(known.subject, fresh.subject) === "different"
  )
    return false;
  const kind = findToolKind(fresh.value);
  return kind !== null && findKind(known) === kind;
}

function findKind({ attribute, value }: Statement): string | null {
  if (attribute === "editor" || attribute === "system") return attribute;
  if (attribute === "drives") return "car";
  return attribute === "uses" ? findToolKind(value) : null;
}

/** One of them may hold at some times or places only, or be named more exactly by the other. */
function isPlainSwitch(known: Statement, fresh: Statement): boolean {
  const isWhole = [known, fresh].every(
    ({ count, isAddition, details }) =>
      (count ?? 1) === 1 && !isAddition && details.every((detail) => lasting.test(detail)),
  );
  return isWhole && compareTerms(known.value, fresh.value) !== "less";
}

const replaceable = new Set(["uses", "drives", "home", "employer", "job", "system", "editor", "plays"]);

function compareMany(known: Statement, fresh: Statement): StatementRelation {
  if (known.isDenied !== fresh.isDenied && deniesAllOf(known, fresh)) return compareDenied(known, fresh);
  if (!isEqual(known.value, fresh.value))
    return isCertainlyOther(known.value, fresh.value) ? "apart" : "unsure";
  if (known.isDenied !== fresh.isDenied) return compareDenied(known, fresh);
  if (
    known.isOver !== fresh.isOver ||
    (fresh.attribute === "has" && (known.isAddition || fresh.isAddition) && !isSameText(known, fresh))
  )
    return "unsure";
  if (known.count !== null && fresh.count !== null && known.count !== fresh.count) {
    const isPart = fresh.count === 1 || known.details.length + fresh.details.length > 0;
    return isPart ? "unsure" : "newer";
  }
  return addCount(known, fresh, compareDetails(known, fresh));
}

/** A number that only one of them gives makes it say more. */
function addCount(known: Statement, fresh: Statement, relation: StatementRelation): StatementRelation {
  const [had, has] = [(known.count ?? 1) > 1, (fresh.count ?? 1) > 1];
  if (had === has) return relation;
  if (relation === "same") return has ? "more" : "less";
  return (relation === "more") === has ? relation : "unsure";
}

/** "Has no pets" denies a dog, and "never drinks coffee" an espresso. */
function deniesAllOf(known: Statement, fresh: Statement): boolean {
  const [denied, stated] = known.isDenied ? [known, fresh] : [fresh, known];
  const [all = ""] = denied.value;
  if (
    denied.value.length !== 1 ||
    !coveringAttributes.has(stated.attribute) ||
    stated.isOver ||
    denied.isOver
  )
    return false;
  return (
    stated.value.length > 0 &&
    (isKindOf(all, stated.value) || (findToolKind(stated.value) === all && all !== stated.value[0]))
  );
}

const coveringAttributes = new Set(["has", "eats", "drinks"]);

function isSameText(known: Statement, fresh: Statement): boolean {
  return (
    known.isAddition &&
    fresh.isAddition &&
    known.count === fresh.count &&
    isEqual(known.details, fresh.details)
  );
}

const always = /^(?:every (?:day|morning|evening|night)|daily|always)$/;

/** One of them denies the value that the other one states. A denial that is narrowed down leaves room for both. */
function compareDenied(known: Statement, fresh: Statement): StatementRelation {
  const [denied, stated] = known.isDenied ? [known, fresh] : [fresh, known];
  const isGeneral = denied.details.length === 0 || isEqual(denied.details, stated.details);
  const isHabit =
    fresh.isDenied ||
    stated.details.every((detail) => always.test(detail)) ||
    isEqual(denied.details, stated.details);
  return isGeneral && isHabit ? "opposite" : "unsure";
}

function compareValues(known: Statement, fresh: Statement): StatementRelation {
  const nearness = compareTerms(known.value, fresh.value);
  if (known.isDenied || fresh.isDenied) return compareDeniedValues(known, fresh, nearness);
  if (nearness === "same") return compareDetails(known, fresh);
  if (nearness === "less" || nearness === "more") return agree(nearness, compareDetails(known, fresh));
  if (known.isAddition || fresh.isAddition) return "apart";
  if (nearness === "unsure") return "unsure";
  if (known.side !== null && fresh.side !== null && known.side !== fresh.side)
    return areBare(known, fresh) ? "opposite" : "unsure";
  if (![...known.details, ...fresh.details].every((detail) => lasting.test(detail))) return "unsure";
  if (known.kind === "fixed" && fresh.kind === "fixed") return "opposite";
  const isLoose = known.kind === "loose" || fresh.kind === "loose";
  return isLoose && !fresh.isNew ? "unsure" : "newer";
}

/** Details beside which a value still holds at all times: others ("on weekends") leave room for a second value. */
const lasting =
  /^(?:since|with|as(?! (?:child|kid|teenager|baby|boy|girl|student)\b)|moved|in (?:\d{4}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|last|because|from|to|for \d)\b|^\d+ ?[年月]|搬|去年|上个月/u;

function compareDeniedValues(
  known: Statement,
  fresh: Statement,
  nearness: ReturnType<typeof compareTerms>,
): StatementRelation {
  if (known.isDenied && fresh.isDenied)
    return nearness === "same" && known.isOver === fresh.isOver
      ? compareDetails(known, fresh)
      : nearness === "other"
        ? "apart"
        : "unsure";
  if (nearness === "other") return known.side === null || known.side === fresh.side ? "apart" : "unsure";
  const covers = nearness === "same" || (fresh.isDenied && nearness === "less");
  return covers ? compareDenied(known, fresh) : "unsure";
}

/** Sides exclude each other only where neither is narrowed down to some times or places. */
function areBare(known: Statement, fresh: Statement): boolean {
  return known.details.length === 0 && fresh.details.length === 0;
}

function compareDetails(known: Statement, fresh: Statement): StatementRelation {
  const missing = known.details.filter((detail) => !fresh.details.includes(detail));
  const added = fresh.details.filter((detail) => !known.details.includes(detail));
  if (missing.length === 0 && added.length === 0) return "same";
  if (missing.length === 0) return "more";
  return added.length === 0 ? "less" : "unsure";
}

/** A value that says less with details that say more is neither. */
function agree(values: "less" | "more", details: StatementRelation): StatementRelation {
  if (details === "same" || details === values) return values;
  return values === "more" ? "newer" : "unsure";
}

/** Terms of values that replace each other. A city says more than its country. */
function compareTerms(
  known: readonly string[],
  fresh: readonly string[],
): "same" | "less" | "more" | "other" | "unsure" {
  if (isEqual(known, fresh)) return "same";
  const [had, has] = [withCountries(known), withCountries(fresh)];
  if (known.every((term) => has.includes(term)))
    return fresh.every((term) => had.includes(term)) ? "same" : "more";
  if (fresh.every((term) => had.includes(term))) return "less";
  return isCertainlyOther(known, fresh) || isBothUnknown(known, fresh) ? "other" : "unsure";
}

function withCountries(terms: readonly string[]): string[] {
  return terms.flatMap((term) => [term, ...(findCountry(term) === null ? [] : [findCountry(term) ?? ""])]);
}

/** Names that rules do not know may still be told apart when they are written in one script. */
function isBothUnknown(a: readonly string[], b: readonly string[]): boolean {
  return hasHan(a) === hasHan(b);
}

/** Terms of two scripts may be names of one thing, unless one of them is known in both languages. */
function isCertainlyOther(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [a.filter((term) => !b.includes(term)), b.filter((term) => !a.includes(term))];
  const isKnown = (terms: readonly string[]) =>
    terms.length > 0 && terms.every((term) => isKnownTerm(term) || /^[a-z]?\d/.test(term));
  return (
    (isKnown(first) && isKnown(second)) ||
    (first.length === a.length &&
      second.length === b.length &&
      (isKnown(first) || isKnown(second)) &&
      hasHan(a) !== hasHan(b))
  );
}

function hasHan(terms: readonly string[]): boolean {
  return terms.some((term) => /\p{Script=Han}/u.test(term));
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((term, at) => term === b[at]);
}
