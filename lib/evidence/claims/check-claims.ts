import type { Claim, ClaimSource, Verdict } from "@/lib/protocol/claims";
import { listCitedSentences, type CitedSentence } from "./cited-sentences";
import { findDifference, readClaim, readSource, type ReadClaim, type ReadSource } from "./differences";
import { findQuote, foldForQuotes, listQuotations, type FoldedText } from "./quotes";

/** A source as it was kept; an empty text was not. */
export type ClaimSourceText = { number: number; evidenceId: string; title: string; text: string };
export type Answer = { parts: readonly string[]; sources: readonly ClaimSourceText[] };

/** More cited sentences of an answer are not judged. */
const maxClaims = 400;

/**
 * What is certain of an answer's cited sentences without a model: what stands in its source letter by letter, and what
 * has another number or date there. The rest is unchecked. `pause` lets others work between two sources.
 */
export async function checkClaims(
  { parts, sources }: Answer,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Claim[]> {
  const cited = parts
    .flatMap((text, part) => listCitedSentences(text).map((one) => ({ ...one, part })))
    .slice(0, maxClaims)
    .map((one) => ({ ...one, judged: new Map<number, ClaimSource>() }));
  const claims = new Map(cited.map(({ sentence }) => [sentence, readClaim(sentence)]));
  for (const source of sources) {
    const citing = cited.filter(({ numbers }) => numbers.includes(source.number));
    if (citing.length === 0 || source.text.trim() === "") continue;
    const read = readLazily(source);
    for (const { sentence, judged } of citing) {
      const claim = claims.get(sentence);
      if (claim !== undefined) judged.set(source.number, judge(claim, source, read));
    }
    await pause();
  }
  const ids = new Map(sources.map(({ number, evidenceId }) => [number, evidenceId]));
  return cited.map(({ judged, ...one }) => toClaim(one, judged, ids));
}

function toClaim(
  { part, start, end, marks, numbers, sentence }: CitedSentence & { part: number },
  judged: ReadonlyMap<number, ClaimSource>,
  ids: ReadonlyMap<number, string>,
): Claim {
  const sources = numbers.map((number): ClaimSource => {
    const unread = { number, evidenceId: ids.get(number) ?? "", passage: null };
    return judged.get(number) ?? { ...unread, verdict: "unchecked", problems: ["no_text"] };
  });
  return { part, start, end, marks, sentence, verdict: joinVerdicts(sources), sources, decidedBy: "rules" };
}

/** A sentence is as good as the best of its sources, but a difference is told unless another source bears it out. */
export function joinVerdicts(sources: readonly { verdict: Verdict }[]): Verdict {
  const all = sources.map(({ verdict }) => verdict);
  if (all.length > 0 && all.every((verdict) => verdict === "not_found")) return "not_found";
  const order = ["quoted", "supported", "differs", "partly"] as const;
  return order.find((verdict) => all.includes(verdict)) ?? "unchecked";
}

type Lazy = { folded(): FoldedText; read(): ReadSource };

function readLazily(source: ClaimSourceText): Lazy {
  let [folded, read]: [FoldedText | null, ReadSource | null] = [null, null];
  return {
    folded: () => (folded ??= foldForQuotes(source.text)),
    read: () => (read ??= readSource(source)),
  };
}

function judge(claim: ReadClaim, { number, evidenceId, text }: ClaimSourceText, source: Lazy): ClaimSource {
  const pair = { number, evidenceId };
  const toPassage = ({ start, end }: { start: number; end: number }) => ({
    start,
    end,
    quote: text.slice(start, end),
  });
  const whole = findQuote(source.folded(), claim.sentence, { isWhole: true });
  if (whole !== null) return { ...pair, verdict: "quoted", problems: [], passage: toPassage(whole) };
  const quotations = listQuotations(claim.sentence);
  const found = quotations.map((quotation) => findQuote(source.folded(), quotation));
  const problems = found.includes(null) ? (["quote"] as const) : [];
  const difference = findDifference(claim, source.read());
  if (difference !== null) {
    const { passage, kind, ...values } = difference;
    return {
      ...{ ...pair, verdict: "differs", problems: [kind, ...problems], passage: toPassage(passage) },
      difference: values,
    };
  }
  const [first] = found;
  const share = quotations.join("").length / claim.sentence.length;
  const isQuoted = problems.length === 0 && first !== undefined && first !== null && share >= minQuoted;
  if (isQuoted) return { ...pair, verdict: "quoted", problems: [], passage: toPassage(first) };
  return {
    ...pair,
    verdict: "unchecked",
    problems: [...problems],
    passage: first === undefined || first === null ? null : toPassage(first),
  };
}

/** A sentence whose quotations make up less of it says more than they do. */
const minQuoted = 1 / 3;
