import { readAnswerStyle } from "./answer-style";
import { chinesePatterns } from "./chinese-patterns";
import { englishPatterns } from "./english-patterns";
import { isChinese } from "./prepare";
import { readModifiers, type Modifiers } from "./modifiers";
import type { PatternGroup, PatternRow } from "./pattern-row";
import { toNamed } from "./read-things";
import { readValue } from "./read-value";
import { englishStates, chineseStates } from "./states";
import type { ReadValue, Statement, Subject } from "./statement";
import { isUnderstood, readSubject, self } from "./subject";
import { looksLikeChineseName } from "./surnames";
import { toTerms } from "./terms";

const english = [englishStates, ...englishPatterns];
const chinese = [chineseStates, ...chinesePatterns];

/** The statements of one clause of a prepared fact; `null` when no attribute is recognised. An unnamed subject is the one `before`. */
export function readClause(clause: string, before: Subject): Statement[] | null {
  const style = readAnswerStyle(clause);
  if (style !== null) return style.wishes.map((wish) => toWish(wish, style.isDenied));
  const isHan = isChinese(clause);
  for (const { row, index, groups } of findMatches(clause, isHan ? chinese : english)) {
    const modifiers = readModifiers(clause.slice(0, index), isHan);
    const read = modifiers.denials + Number(modifiers.isOver) > 1 ? null : readValue(row, groups);
    const statements = read === null ? [] : toStatements(row, groups, modifiers, read, before);
    if (statements.length > 0 && !statements.some(isOrder)) return statements;
  }
  return null;
}

/** 叫 also orders food and wakes people up: of the person only what looks like a name is one. */
function isOrder({ attribute, subject, value }: Statement): boolean {
  const name = value.join("");
  return (
    attribute === "name" &&
    subject.relation === "self" &&
    /\p{Script=Han}/u.test(name) &&
    !looksLikeChineseName(name)
  );
}

/** Whether a clause could begin here: a predicate stands at its beginning, or behind a subject that is understood. */
export function isClauseStart(text: string): boolean {
  if (readAnswerStyle(text) !== null) return true;
  const isHan = isChinese(text);
  return findMatches(text, isHan ? chinese : english).some(({ row, index, groups }) => {
    const { rest } = readModifiers(text.slice(0, index), isHan);
    return isUnderstood(readSubject(rest)) && readValue(row, groups) !== null;
  });
}

type Match = { row: PatternRow; index: number; groups: Record<string, string | undefined> };

/** The leftmost first, of those at one place the first of the list. */
function findMatches(clause: string, groups: readonly PatternGroup[]): Match[] {
  const found: Match[] = [];
  for (const { words, rows } of groups) {
    if (!words.test(clause)) continue;
    for (const row of rows) {
      const match = row.pattern.exec(clause);
      if (match !== null) found.push({ row, index: match.index, groups: match.groups ?? {} });
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

function toStatements(
  row: PatternRow,
  groups: Match["groups"],
  modifiers: Modifiers,
  read: readonly ReadValue[],
  before: Subject,
): Statement[] {
  const subject =
    groups.owner === undefined ? findSubject(modifiers.rest, before) : readSubject(groups.owner);
  const isDenied = (modifiers.denials === 1) !== ((row.isDenial ?? false) || groups.denial !== undefined);
  const replaces = toTerms(groups.from ?? "");
  return read.map((value) => {
    const statement: Statement = {
      ...value,
      subject,
      details: [...new Set([...modifiers.details, ...value.details])],
      isDenied: isDenied || modifiers.isOver,
      isOver: modifiers.isOver,
      isNew: value.isNew || modifiers.isNew || replaces.length > 0 || row.isChange === true,
      isAddition: value.isAddition || modifiers.isAddition || row.isGain === true,
      replaces,
      isSwitch: row.shape === "tool" && row.isChange === true && replaces.length === 0,
    };
    return value.attribute === "name" ? toNaming(statement) : statement;
  });
}

function findSubject(phrase: string, before: Subject): Subject {
  const isPronoun = /^(?:he|she|it|they|他|她|它)?$/iu.test(phrase.trim());
  return isPronoun ? before : readSubject(phrase);
}

/** "The dog is called Rex" says the same as "has a dog named Rex". */
function toNaming(statement: Statement): Statement {
  const { subject, value, details } = statement;
  if (subject.relation === "self" || subject.relation === "" || subject.name !== "") return statement;
  return {
    ...statement,
    subject: self,
    attribute: "has",
    kind: "many",
    value: [subject.relation],
    details: [toNamed(value.join(" ")), ...details],
  };
}

function toWish({ dimension, value }: { dimension: string; value: string }, isDenied: boolean): Statement {
  const flags = {
    isOver: false,
    isNew: false,
    isAddition: false,
    count: null,
    replaces: [],
    isSwitch: false,
    details: [],
  };
  return {
    ...flags,
    subject: self,
    attribute: `answers: ${dimension}`,
    kind: "single",
    value: [value],
    isDenied,
    side: dimension === "length" || dimension === "tone" ? value : null,
  };
}
