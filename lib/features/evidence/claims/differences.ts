import { foldText } from "@/lib/language/script";
import { readNumberWords } from "@/lib/language/number-words";
import { splitSentences, type Span } from "@/lib/language/sentences";
import { toAllTokens, toWordTokens } from "@/lib/language/tokens";
import { followsFrom, isExcused, isSame, standsAmong } from "./arithmetic";
import { areDifferentDates } from "./dates";
import { listQuotations } from "./quotes";
import { blankOut, listFacts, listWordsBeside, type Fact } from "./facts";

/** A number, date or quotation that is another in the source, as both write it, and the source's sentence. */
export type Difference = { kind: "number" | "date" | "quote"; claim: string; source: string; passage: Span };

type SourceSentence = Span & {
  folded: string;
  /** Read when they are asked for, once. */
  getFacts: () => readonly Fact[];
  getTokens: () => ReadonlySet<string>;
  getWords: () => string;
};
export type ReadSource = { sentences: SourceSentence[]; title: ReadonlySet<string> };
export type ReadClaim = {
  sentence: string;
  facts: Fact[];
  tokens: string[];
  words: string;
  prefixes: string[];
  names: ReadonlySet<string>;
};

export function readSource({ text, title }: { text: string; title: string }): ReadSource {
  const sentences = splitSentences(text)
    .flatMap(splitAtNumbers)
    .map((span): SourceSentence => {
      let [tokens, facts]: [ReadonlySet<string> | null, Fact[] | null] = [null, null];
      const getFacts = () => (facts ??= listFacts(span.text));
      const getTokens = () => (tokens ??= new Set(toWordTokens(span.text)));
      return {
        ...span,
        folded: foldText(span.text),
        getFacts,
        getTokens,
        getWords: () => toWords(span.text, getFacts()),
      };
    });
  return { sentences, title: new Set(toWordTokens(title)) };
}

/** A number may begin a sentence, too; behind what may be an abbreviation it stays. */
function splitAtNumbers({ text, start }: Span): Span[] {
  let from = start;
  return text.split(/(?<=\p{Ll}{3}[.!?])(?= \d)/u).map((piece) => {
    const span = { text: piece.trimStart(), start: from + piece.length - piece.trimStart().length };
    from += piece.length;
    return { ...span, end: from };
  });
}

/** Where its numbers and dates stand, with the words that say how a number is meant. */
const toSpans = (text: string, facts: readonly Fact[]) => facts.map((fact) => readNumberWords(text, fact));

/** All words beside the numbers and dates, in no order: the same where sentences agree in all else. */
function toWords(text: string, facts: readonly Fact[]): string {
  return toAllTokens(blankOut(text, toSpans(text, facts)))
    .sort()
    .join(" ");
}

export function readClaim(sentence: string): ReadClaim {
  const facts = listFacts(sentence);
  const plain = blankOut(sentence, toSpans(sentence, facts));
  const tokens = [...new Set(toWordTokens(plain))].filter((token) => !/^\d/.test(token));
  const prefixes = tokens.map((token) => token.slice(0, Math.max(3, Math.min(5, token.length - 2))));
  const named = plain.match(/(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}'’-]+/gu) ?? [];
  const han = tokens.filter((token) => /\p{Script=Han}/u.test(token));
  const words = toWords(sentence, facts);
  return {
    sentence,
    facts,
    tokens,
    words,
    prefixes,
    names: new Set([...toWordTokens(named.join(" ")), ...han]),
  };
}

/**
 * `null` where nothing differs for certain: a sentence of the source has the claim's words, and all its
 * numbers and dates but one, which is another one there. What stands beside that sentence excuses nothing.
 */
export function findDifference(claim: ReadClaim, source: ReadSource): Difference | null {
  if (claim.tokens.length < 2) return null;
  const alike = source.sentences
    .map((sentence, index) => ({ sentence, index, share: toShare(claim, source, index) }))
    .filter(({ share }) => share >= minShare)
    .sort((a, b) => b.share - a.share);
  const found = alike.map((place) => compare(claim, source, place));
  const difference = found.find((one) => one !== null);
  if (difference !== undefined && difference !== "none" && !found.includes("none")) return difference;
  return source.sentences.map((sentence) => findEdit(claim, sentence)).find((edit) => edit !== null) ?? null;
}

/** So many of a sentence's words stand in the source's sentence, in the two on either side or the title. */
const minShare = 0.75;
/** How many are in the sentence itself. */
const minOwnShare = 0.6;

/** The share of the claim's words; 0 where one of its names stands neither in the sentence nor around. */
function toShare({ words, tokens, prefixes, names }: ReadClaim, source: ReadSource, index: number): number {
  const sentence = source.sentences[index];
  if (sentence === undefined) return 0;
  const near = prefixes.filter((prefix) => sentence.folded.includes(prefix)).length;
  if (near < tokens.length * minOwnShare || sentence.getFacts().length === 0) return 0;
  if (words === sentence.getWords()) return 1;
  const own = sentence.getTokens();
  const missing = tokens.filter((token) => !own.has(token));
  const found = tokens.length - missing.length;
  if (missing.length === 0) return 1;
  if (found < 2 || found < tokens.length * minOwnShare) return 0;
  const around = listAround(source, index);
  const absent = missing.filter(
    (token) => !around.some((one) => one.getTokens().has(token)) && !source.title.has(token),
  );
  return absent.some((token) => names.has(token))
    ? 0
    : 1 - absent.length / tokens.length - missing.length / 1_000;
}

function listAround({ sentences }: ReadSource, index: number): SourceSentence[] {
  return sentences.slice(Math.max(0, index - 2), index + 3);
}

/**
 * The one place where a sentence of the source, the same letter by letter, has another number in a form that
 * no fact has: a time, a version, one Chinese numeral.
 */
function findEdit({ sentence, facts }: ReadClaim, { text, start, end }: SourceSentence): Difference | null {
  const [one, other] = [trimEnd(sentence), trimEnd(text)];
  if (one === other) return null;
  const least = Math.min(one.length, other.length);
  let [lead, tail] = [0, 0];
  while (lead < least && one[lead] === other[lead]) lead += 1;
  while (isInsideNumber(one, lead)) lead -= 1;
  while (tail < least - lead && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  while (isInsideNumber(one, one.length - tail)) tail -= 1;
  const [claim, source] = [one.slice(lead, one.length - tail), other.slice(lead, other.length - tail)];
  const isFact = facts.some((fact) => fact.start < one.length - tail && fact.end > lead);
  if (isFact || !formless.test(claim) || !formless.test(source)) return null;
  return { kind: "number", claim, source, passage: { text, start, end } };
}

/** The quotation of a sentence that agrees in all else with one of the source, where another one stands. */
export function findOtherQuotation({ sentence }: ReadClaim, { sentences }: ReadSource): Difference | null {
  const [claim, rest] = takeQuotation(sentence);
  if (claim === null || !rest.includes(" ")) return null;
  for (const { text, start, end } of sentences) {
    const [source, words] = takeQuotation(text);
    if (source !== null && words === rest)
      return { kind: "quote", claim, source, passage: { text, start, end } };
  }
  return null;
}

/** The one quotation of a sentence, and the words around it in no order. */
function takeQuotation(text: string): [quotation: string | null, rest: string] {
  const [quotation, ...more] = listQuotations(text);
  if (quotation === undefined || more.length > 0) return [null, ""];
  return [quotation, toWords(text.replace(quotation, " "), [])];
}

const trimEnd = (text: string) => text.replace(/(?<![\s.。!！])[\s.。!！]+$/u, "");
const isInsideNumber = (text: string, at: number) =>
  /^[\d.:：/][\d.:：/]$|^[零〇一二两三四五六七八九十百千万亿]{2}$/u.test(text.slice(at - 1, at + 1));
const formless =
  /^(?:\d{1,3}(?:[:：/]\d{1,4}){1,2}|\d{1,3}(?:\.\d{1,4}){2,3}|[零〇一二两三四五六七八九十百千万亿]{1,6})$/u;

type SentencePlace = { sentence: SourceSentence; index: number };

/** `none` where every fact of the claim stands here or is excused, `null` where it cannot be told. */
function compare(
  claim: ReadClaim,
  source: ReadSource,
  { sentence, index }: SentencePlace,
): Difference | "none" | null {
  const around = listAround(source, index).flatMap((one) => one.getFacts());
  const own = sentence.getFacts();
  const isTwin = claim.words === sentence.getWords();
  const isKnown = (fact: Fact) =>
    standsAmong(fact, isTwin ? own : around) || (!isTwin && followsFrom(fact, own, sentence.text));
  const strange = claim.facts.filter(
    (fact) => !isKnown(fact) && !isExcused(fact, claim.sentence, { own, around, text: sentence.text }),
  );
  const [fact] = strange;
  if (fact === undefined) return "none";
  if (strange.length > 1 || (!isTwin && isElsewhere(fact, source))) return null;
  const other = pickCounterpart(claim, fact, { sentence, isTwin });
  if (other === null) return null;
  return {
    kind: fact.type === "date" && other.type === "date" ? "date" : "number",
    claim: fact.text,
    source: other.text,
    passage: { text: sentence.text, start: sentence.start, end: sentence.end },
  };
}

/** A sentence in other words speaks of something else then. */
function isElsewhere(fact: Fact, { sentences }: ReadSource): boolean {
  return sentences.some((one) => one.getFacts().some((other) => areEqual(fact, other)));
}

function areEqual(one: Fact, other: Fact): boolean {
  if (one.type === "number")
    return other.type === "number" && one.kind === other.kind && one.value === other.value;
  return other.type === "date" && JSON.stringify(one.date) === JSON.stringify(other.date);
}

type SentenceCandidate = { sentence: SourceSentence; isTwin: boolean };

/** What the source has in the fact's place, and the claim nowhere: the like one beside the same words. */
function pickCounterpart(claim: ReadClaim, fact: Fact, { sentence, isTwin }: SentenceCandidate): Fact | null {
  const left = sentence
    .getFacts()
    .filter((other) => !claim.facts.some((own) => own !== fact && isSame(own, other)));
  const beside = listWordsBeside(claim.sentence, fact);
  const [best, next] = left
    .filter((other) => isTwin || isOfSameKind(fact, other))
    .map((other) => ({ other, score: countShared(fact.kind, beside, listWordsBeside(sentence.text, other)) }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined) return null;
  if (isTwin && left.length === 1) return best.other;
  return best.score === 0 || best.score === next?.score ? null : best.other;
}

function isOfSameKind(fact: Fact, other: Fact): boolean {
  if (fact.type === "number" || other.type === "number") return fact.kind === other.kind;
  const [a, b] = [fact.date, other.date];
  return a.span === b.span && (a.year === undefined) === (b.year === undefined) && areDifferentDates(a, b);
}

type Beside = ReturnType<typeof listWordsBeside>;

/** A count without a unit must count the same thing: one of the next two words on one side is the same. */
function countShared(kind: string, one: Beside, other: Beside): number {
  const share = (a: readonly string[], b: readonly string[]) => a.filter((token) => b.includes(token)).length;
  const isSameCount =
    share(one.after.slice(0, 2), other.after.slice(0, 2)) > 0 ||
    share(one.before.slice(0, 2), other.before.slice(0, 2)) > 0;
  if (kind === "count" && !isSameCount) return 0;
  const [mine, others] = [
    [...one.before, ...one.after],
    [...other.before, ...other.after],
  ];
  return share(mine, others) + (isSameCount ? 0.5 : 0);
}
