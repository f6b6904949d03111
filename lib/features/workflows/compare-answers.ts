import { compareLists } from "@/lib/language/compare-lists";
import { splitSentences } from "@/lib/language/sentences";
import type { AnswerEvidence, AnswerSource } from "@/lib/features/evidence/shape/answer-evidence";
import { removeCitations } from "@/lib/features/evidence/shape/citation-marks";
import type { AnswerDifference, PageChange, SentenceChange } from "@/lib/features/workflows/shape/workflows";

export type ComparedAnswer = Pick<AnswerEvidence, "answer" | "sources">;

export type Comparison = Pick<AnswerDifference, "sentences" | "same" | "pages">;

/** What another answer to the same question says otherwise, and which pages that it cites have changed. */
export function compareAnswers(before: ComparedAnswer, after: ComparedAnswer): Comparison {
  return { ...compareTexts(before, after), pages: comparePages(before.sources, after.sources) };
}

/** Sentences that were taken out where others were put in have changed, each with its place's own. */
function compareTexts(
  before: ComparedAnswer,
  after: ComparedAnswer,
): Pick<AnswerDifference, "sentences" | "same"> {
  const [old, young] = [listSentences(before), listSentences(after)];
  const changes = compareLists(old, young);
  if (changes === null) return compareWithoutOrder(old, young);
  const sentences: SentenceChange[] = [];
  let same = 0;
  let removed: string[] = [];
  for (const { value, added, removed: isRemoved } of changes) {
    if (isRemoved) removed = value;
    else {
      sentences.push(...pair(removed, added ? value : []));
      removed = [];
      if (!added) same += value.length;
    }
  }
  return { sentences: [...sentences, ...pair(removed, [])], same };
}

/** Of two texts of which hardly anything is the same: a sentence that stands anywhere in both is. */
function compareWithoutOrder(old: readonly string[], young: readonly string[]) {
  const [before, after] = [new Set(old), new Set(young)];
  const added = young.filter((sentence) => !before.has(sentence));
  const sentences = pair(
    old.filter((sentence) => !after.has(sentence)),
    added,
  );
  return { sentences, same: young.length - added.length };
}

function pair(before: readonly string[], after: readonly string[]): SentenceChange[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index): SentenceChange => {
    const [old, young] = [before[index], after[index]];
    if (old === undefined) return { kind: "added", after: young ?? "" };
    return young === undefined
      ? { kind: "removed", before: old }
      : { kind: "changed", before: old, after: young };
  });
}

/** Without citations, whose numbers are those of their conversation, and with single blanks. */
function listSentences({ answer, sources }: ComparedAnswer): string[] {
  const known = new Set(sources.map(({ number }) => number));
  const text = removeCitations(answer, (number) => known.has(number));
  return splitSentences(text).map((sentence) => sentence.text.replace(/\s+/g, " "));
}

/** By the digests of the texts as they were kept; what was never read counts as unchanged. */
function comparePages(before: readonly AnswerSource[], after: readonly AnswerSource[]): PageChange[] {
  const [old, young] = [byAddress(before), byAddress(after)];
  const found = [...young.values()].flatMap(({ url, title, contentHash }): PageChange[] => {
    const known = old.get(url);
    if (known === undefined) return [{ kind: "added", url, title }];
    const isRead = contentHash !== null && known.contentHash !== null;
    return isRead && contentHash !== known.contentHash ? [{ kind: "changed", url, title }] : [];
  });
  const gone = [...old.values()]
    .filter(({ url }) => !young.has(url))
    .map(({ url, title }): PageChange => ({ kind: "removed", url, title }));
  return [...found, ...gone];
}

function byAddress(sources: readonly AnswerSource[]): Map<string, AnswerSource> {
  return new Map(sources.map((source) => [source.url, source]));
}
