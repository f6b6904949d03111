import { prepareFact } from "./prepare";
import { isClauseStart, readClause } from "./read-clause";
import { toNamed } from "./read-things";
import type { FactReading, OpaqueClause, Statement, Subject } from "./statement";
import { self } from "./subject";
import { toTerms } from "./terms";

/** Longer facts say too much to be read clause by clause: they are compared as a whole. */
const maxCharacters = 240;
const maxClauses = 8;

/** What a fact says, clause by clause, as far as rules understand it. */
export function readFact(content: string): FactReading {
  const text = prepareFact(content);
  const statements: Statement[] = [];
  const opaque: OpaqueClause[] = [];
  let before: Subject = self;
  const isLong = text.length > maxCharacters;
  for (const clause of isLong ? [text] : splitClauses(text)) {
    const read = isLong ? null : readClause(clause, before);
    if (read === null) opaque.push(toOpaque(clause));
    else statements.push(...read);
    before = read?.[0]?.subject ?? before;
  }
  const terms = new Set(
    [...toTerms(text), ...statements.flatMap(({ value }) => value)].filter((term) => !idleTerms.has(term)),
  );
  return { statements, opaque, implied: statements.flatMap(toImplied), terms };
}

const idleTerms = new Set(
  "user person is are has in at on for with not gone i he she 用户 我 me and or not prefer like use now".split(
    " ",
  ),
);

/** Sentences, cut further where behind a comma or an "and" another predicate begins. */
function splitClauses(text: string): string[] {
  const sentences = text
    .split(/(?<=\p{L}{2})(?<!\b(?:Dr|Mr|Ms|Mrs|St|Prof))\. |[;;。!?!?\n]|\.$/u)
    .map((sentence) => sentence.trim());
  const clauses = sentences.filter((sentence) => sentence !== "").flatMap(splitSentence);
  return [
    ...clauses.slice(0, maxClauses - 1),
    ...(clauses.length < maxClauses ? [] : [clauses.slice(maxClauses - 1).join(", ")]),
  ];
}

const joints = /,? (?:and|but|while|then) |, ?|但是?|而且|并且|同时/giu;

function splitSentence(sentence: string): string[] {
  for (const joint of sentence.matchAll(joints)) {
    const rest = sentence.slice(joint.index + joint[0].length);
    const first = sentence.slice(0, joint.index);
    if (isClauseStart(rest) && isClauseStart(first)) return [first, ...splitSentence(rest)];
  }
  return [sentence];
}

const denials = /\b(?:not|gone|formerly|never|no)\b|不再|不是|不|没有|没/giu;

/** The words in their order, denials taken out and counted. */
function toOpaque(clause: string): OpaqueClause {
  const spoken = clause.replace(/^(?:the )?(?:user|person)\b(?! 's|'s)|^(?:用户|我)(?!的)/iu, "");
  const found = [...spoken.matchAll(denials)].length;
  const terms = toTerms(found === 1 ? spoken.replace(denials, " ") : spoken);
  const words = terms.filter((term) => !/^(?:i|am|is|are)$/.test(term)).join(" ");
  return { words, isDenied: found === 1 };
}

/** Of a daughter who is seven it follows that there is a daughter. */
function toImplied({ subject, isDenied }: Statement): Statement[] {
  if (subject.relation === "self" || subject.relation === "" || isDenied) return [];
  const details = subject.name === "" ? [] : [toNamed(subject.name)];
  const flags = {
    isDenied: false,
    isOver: false,
    isNew: false,
    isAddition: false,
    replaces: [],
    isSwitch: false,
    side: null,
    count: null,
  };
  return [{ ...flags, subject: self, attribute: "has", kind: "many", value: [subject.relation], details }];
}
