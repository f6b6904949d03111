import { listFacts, type Facts } from "./facts";
import { toTerms } from "./terms";

/** A piece of a sentence with the numbers and dates in it, and its words; `#2` for the second. */
export type Piece = { text: string; facts: Facts; terms: ReadonlySet<string> };

const verbs =
  "is|are|was|were|has|had|have|can|could|will|would|may|did|does|do|it|they|he|she|there|then|later|also|now|won|took|became|made|gave|left|wrote|led|ran|grew|fell|rose|lost|built|sold|went|taught|held|spent|drew|met|bought|found|kept|paid|said|sent|got|brought|fought|broke|spoke|flew|chose|began|stood|told|lies|lay|cost|costs|[a-z]{3,}ed|(?:requir|contain|provid|offer|includ|reach|attract|produc|hold|employ|need|serv|support|com|tak|giv|mak|us|lead|run|grow|cover|weigh|carr)(?:s|es|ies)";
const joints = new RegExp(
  `[;；|]|[,，:：](?=\\s)(?=\\s*(?:and|but|while|whereas|although|though|so|because|yet|[a-z]{3,}ing|compared|which|who|whose|where)\\b)|，|(?<=[\\p{L}\\p{N})%])\\s(?=(?:and|but|while|whereas|although)\\s(?:${verbs})\\b)|并且|，?(?:而且|但是|同时)`,
  "gu",
);

/** The statements of a sentence: what stands between joining words, where both sides say enough to be true or false by themselves. */
export function splitClauses(sentence: string): string[] {
  const clauses: string[] = [];
  let open: string[] = [];
  let said = nothing;
  for (const { text } of cut(sentence, joints, [])) {
    const more = measureText(text);
    if (isStatement(said) && isStatement(more) && !introduces(open.at(-1) ?? "")) {
      clauses.push(open.join("").trim());
      [open, said] = [[text], more];
    } else {
      open.push(text);
      said = { terms: said.terms + more.terms, facts: said.facts + more.facts };
    }
  }
  return [...clauses, open.join("").trim()].filter((clause) => clause !== "");
}

const signs =
  /[,，;；:：、|()（）—–]|\s(?=(?:and|but|while|whereas|although|unless|because|since|when)\s)|但|而(?=[^且是])/gu;

/** A sentence at every sign and joining word outside its numbers and dates: which value it says of what. */
export function splitFine(sentence: string): Piece[] {
  const facts = listFacts(sentence);
  const taken = [...facts.numbers, ...facts.dates];
  return cut(sentence, signs, taken)
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ text, start }) => {
      const isInside = (fact: { start: number }) => fact.start >= start && fact.start < start + text.length;
      const rest = facts.rest.slice(start, start + text.length);
      const [numbers, dates] = [facts.numbers.filter(isInside), facts.dates.filter(isInside)];
      const ranks = numbers.flatMap(({ kind, value }) => (kind === "ordinal" ? [`#${value}`] : []));
      return { text, facts: { numbers, dates, rest }, terms: new Set([...toTerms(rest), ...ranks]) };
    });
}

/** A relative clause speaks of what the statement before it names. */
export function isDependent(clause: string): boolean {
  return /^, ?(?:which|who|whose|where|[a-z]{3,}ing)\b/.test(clause);
}

/** 某某表示， and 在……下， belong to what follows. */
function introduces(piece: string): boolean {
  if (
    /^[，；\s]*(?:在|当|随着|自|从|据|由于|虽然|尽管|如果|为了|对于|除).{0,30}$/u.test(piece) &&
    !/[是有达为了]/u.test(piece.slice(2))
  )
    return true;
  return /(?:说|表示|称|指出|介绍|认为|透露|告诉我们|告诉记者|强调|宣布|显示|报道|解释)$/u.test(piece.trim());
}

type Said = { terms: number; facts: number };
const nothing: Said = { terms: 0, facts: 0 };

function measureText(text: string): Said {
  const facts = listFacts(text);
  return { terms: toTerms(facts.rest).length, facts: facts.numbers.length + facts.dates.length };
}

function isStatement({ terms, facts }: Said): boolean {
  return terms >= 2 || (terms >= 1 && facts > 0);
}

function cut(
  text: string,
  pattern: RegExp,
  taken: readonly { start: number; end: number }[],
): { text: string; start: number }[] {
  const pieces: { text: string; start: number }[] = [];
  let from = 0;
  for (const { index } of text.matchAll(pattern)) {
    if (taken.some(({ start, end }) => start < index && index < end)) continue;
    pieces.push({ text: text.slice(from, index), start: from });
    from = index;
  }
  return [...pieces, { text: text.slice(from), start: from }];
}
