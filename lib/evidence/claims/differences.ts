import { foldText } from "@/lib/language/script";
import { splitSentences, type Span } from "@/lib/language/sentences";
import { toWordTokens } from "@/lib/language/tokens";
import { followsFrom, standsAmong } from "./arithmetic";
import { areDifferentDates } from "./dates";
import { blankOut, listFacts, listWordsBeside, type Fact } from "./facts";

/** A number or date that is another in the source, as both write it, and the source's sentence. */
export type Difference = { kind: "number" | "date"; claim: string; source: string; passage: Span };

type SourceSentence = Span & {
  folded: string;
  /** Read when they are asked for, once. */
  getFacts: () => readonly Fact[];
  getTokens: () => ReadonlySet<string>;
};
export type ReadSource = { sentences: SourceSentence[]; title: ReadonlySet<string> };
export type ReadClaim = {
  sentence: string;
  facts: Fact[];
  tokens: string[];
  prefixes: string[];
  names: ReadonlySet<string>;
};

export function readSource({ text, title }: { text: string; title: string }): ReadSource {
  const sentences = splitSentences(text).map((span): SourceSentence => {
    let [tokens, facts]: [ReadonlySet<string> | null, Fact[] | null] = [null, null];
    const getTokens = () => (tokens ??= new Set(toWordTokens(span.text)));
    return {
      ...span,
      folded: foldText(span.text),
      getFacts: () => (facts ??= listFacts(span.text)),
      getTokens,
    };
  });
  return { sentences, title: new Set(toWordTokens(title)) };
}

export function readClaim(sentence: string): ReadClaim {
  const facts = listFacts(sentence);
  const words = blankOut(sentence, facts);
  const tokens = [...new Set(toWordTokens(words))].filter((token) => !/^\d/.test(token));
  const prefixes = tokens.map((token) => token.slice(0, Math.max(3, Math.min(5, token.length - 2))));
  const named = words.match(/(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}'’-]+/gu) ?? [];
  const han = tokens.filter((token) => /\p{Script=Han}/u.test(token));
  return { sentence, facts, tokens, prefixes, names: new Set([...toWordTokens(named.join(" ")), ...han]) };
}

/** `null` where nothing differs for certain: exactly one fact of the sentence must be missing in its like. */
export function findDifference(claim: ReadClaim, source: ReadSource): Difference | null {
  if (claim.facts.length === 0 || claim.tokens.length < 2) return null;
  const alike = source.sentences
    .map((_sentence, index) => ({ index, share: toShare(claim, source, index) }))
    .filter(({ share }) => share >= minShare);
  const found = alike.map(({ index, share }) => ({ share, difference: compare(claim, source, index) }));
  if (found.some(({ difference }) => difference === "none")) return null;
  const best = found.filter(({ difference }) => difference !== null).sort((a, b) => b.share - a.share)[0];
  return best === undefined || best.difference === "none" ? null : best.difference;
}

/** So many of a sentence's words stand in the source's sentence, in the two on either side or the title. */
const minShare = 0.75;
/** So many stand in the sentence itself. */
const minOwnShare = 0.6;

/** The share of the claim's words; 0 where one of its names stands neither in the sentence nor around. */
function toShare({ tokens, prefixes, names }: ReadClaim, source: ReadSource, index: number): number {
  const sentence = source.sentences[index];
  if (sentence === undefined) return 0;
  const near = prefixes.filter((prefix) => sentence.folded.includes(prefix)).length;
  if (near < tokens.length * minOwnShare) return 0;
  const own = sentence.getTokens();
  const missing = tokens.filter((token) => !own.has(token));
  const found = tokens.length - missing.length;
  if (sentence.getFacts().length === 0) return 0;
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

/** `none` where every fact of the claim stands here or follows, `null` where it cannot be told. */
function compare(claim: ReadClaim, source: ReadSource, index: number): Difference | "none" | null {
  const sentence = source.sentences[index];
  if (sentence === undefined) return null;
  const around = listAround(source, index);
  const facts = around.flatMap((one) => one.getFacts());
  const text = around.map((one) => one.text).join("\n");
  const strange = claim.facts.filter((fact) => !followsFrom(fact, facts, text));
  const [fact] = strange;
  if (fact === undefined) return "none";
  // Where a part was computed, or the fact stands elsewhere, the sentence speaks of something else.
  const isElsewhere = source.sentences.some((one) => one.getFacts().some((other) => areEqual(fact, other)));
  if (isElsewhere || claim.facts.some((own) => own !== fact && !standsAmong(own, facts))) return null;
  const other = pickCounterpart(claim, fact, sentence);
  if (other === null) return null;
  return {
    kind: fact.type,
    claim: fact.text,
    source: other.text,
    passage: { text: sentence.text, start: sentence.start, end: sentence.end },
  };
}

function areEqual(one: Fact, other: Fact): boolean {
  if (one.type === "number")
    return other.type === "number" && one.kind === other.kind && one.value === other.value;
  return other.type === "date" && JSON.stringify(one.date) === JSON.stringify(other.date);
}

/** The like fact beside the same words that the claim does not name elsewhere; `null` if two are as near. */
function pickCounterpart(claim: ReadClaim, fact: Fact, sentence: SourceSentence): Fact | null {
  const beside = listWordsBeside(claim.sentence, fact);
  const ranked = sentence
    .getFacts()
    .filter((other) => isOfSameKind(fact, other))
    .filter((other) => !claim.facts.some((own) => own !== fact && followsFrom(own, [other], "")))
    .map((other) => ({ other, score: countShared(fact.kind, beside, listWordsBeside(sentence.text, other)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best, next] = ranked;
  return best === undefined || best.score === next?.score ? null : best.other;
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
