import { toTerms } from "./terms";

/** A value and what narrows it down, each piece as comparable terms. */
export type CutValue = { value: string; details: string[]; isNew: boolean; isAddition: boolean };

const cut =
  /(?:,? (?=(?:since|for|with|in|at|on|because|when|while|as|after|before|during|until|from|by|if|that|who|which|near|around|without|except|especially|but|every|daily|once|twice|about|to|again|now|these days|nowadays|currently|already|too|instead|than|fluently|natively|anymore|is|are|in the|last (?:week|month|year|spring|summer|autumn|winter))(?: |$))|, ?)/i;
const newWords = /^(?:now|these days|nowadays|currently|instead|again|现在|如今)$/i;
const addingWords = /^(?:too|as well|also)$/i;
const idle =
  /^(?:already|at the moment|after all|still|anymore|the moment|last (?:week|month|year)|without (?:any )?(?:problems?|trouble))$/i;

/** Cuts a phrase where a preposition, a conjunction or a comma begins something that narrows it down. */
export function cutDetails(phrase: string): CutValue {
  const pieces: string[] = [];
  let rest = phrase.trim();
  for (let match = cut.exec(rest); match !== null; match = cut.exec(rest)) {
    const isLeading = match.index === 0;
    pieces.push(rest.slice(0, match.index));
    rest = rest.slice(match.index + match[0].length);
    if (isLeading && rest === "") break;
  }
  const [value = "", ...more] = [...pieces, rest].map((piece) => piece.trim());
  return { value, ...readDetails(more) };
}

export function readDetails(pieces: readonly string[]): Omit<CutValue, "value"> {
  const said = pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
  const kept = said.filter((piece) => !newWords.test(piece) && !addingWords.test(piece) && !idle.test(piece));
  return {
    details: kept.map((piece) => toTerms(piece).join(" ")).filter((piece) => piece !== ""),
    isNew: said.some((piece) => newWords.test(piece)),
    isAddition: said.some((piece) => addingWords.test(piece)),
  };
}

/** The members of "a, b and c". Names that hold an "and" stay whole. */
export function splitList(phrase: string): string[] {
  const whole = phrase.replace(
    /\b(rock|fish|mac|salt|black|bed|arts|research|drum) (?:and|&) (?=\w)/gi,
    "$1_and_",
  );
  return whole
    .split(/,? (?:and|or|&) |, ?|、|和|与|及|以及|或者?/iu)
    .map((member) => member.replaceAll("_and_", " and ").trim())
    .filter((member) => member !== "");
}
