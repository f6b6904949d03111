import type { FactInput } from "@/lib/memory/accept";
import { maskForeignText } from "@/lib/memory/learn/own-text";
import { findSecret } from "@/lib/memory/secrets";
import { chinese } from "./chinese";
import { english } from "./english";
import { pointsToWork } from "./famous-lines";
import { foldChinese } from "./fold-chinese";
import { findListEnd, listOwnSentences, type OwnSentence } from "./own-sentences";
import { sortFact } from "./sort-fact";
import type { Span } from "./trigger-language";

const maxFacts = 10;
const length = { min: 3, max: 480 };
/** A message longer than this is a document. */
const maxText = 20_000;

/** Facts that the person asks to keep, or says of themselves in words that are always kept, in the person's own words; [] for everything else. */
export function findExplicitFacts(text: string): FactInput[] {
  if (text.length > maxText) return [];
  const contents = findContents(text.replace(/\r\n?/g, "\n").replace(/\p{Cf}/gu, ""));
  const kept = contents.filter(
    (content) => content.length >= length.min && content.length <= length.max && findSecret(content) === null,
  );
  return [...new Set(kept)]
    .slice(0, maxFacts)
    .map((content) => ({ content, ...sortFact(foldChinese(content)), confidence: 0.95, keywords: [] }));
}

function findContents(text: string): string[] {
  const found: string[] = [];
  const isOfWork = pointsToWork(text);
  let before: OwnSentence | null = null;
  for (const sentence of listOwnSentences(text)) {
    const { kind, said, language, start } = sentence;
    if (kind === "list") found.push(...readList(text, sentence.end));
    else if (kind === "plain" && language.isRetraction(said)) found.pop();
    else if (kind === "plain" && language.isBareRequest(said) && before !== null && !sentence.opensParagraph)
      found.push(...toContents(text, before));
    else if (kind === "plain")
      found.push(
        ...findSpans(sentence)
          .filter((span) => !(isOfWork && naming.test(said.slice(span.start)) && span.start === 0))
          .map((span) => toContent(text.slice(start + span.start, start + span.end), sentence)),
      );
    before = kind === "plain" && !sentence.isQuestion ? sentence : null;
  }
  return found;
}

const naming = /^(?:call me|my (?:\w+ )?name|i(?:'m| am) called|i go by|请?叫我|我叫|我的?名字)/i;

/** A sentence in both languages may ask in either. */
function findSpans({ said, language, isQuestion }: OwnSentence): Span[] {
  const spans = language.findSpans(said, isQuestion);
  return spans.length === 0 && language === chinese && /[a-z]{2}/i.test(said)
    ? english.findSpans(said, isQuestion)
    : spans;
}

/** The lines behind “Remember these:”. */
function readList(text: string, from: number): string[] {
  const masked = maskForeignText(text);
  const lines = [...masked.slice(from, findListEnd(masked, from)).matchAll(/[^\n]+/g)].map(
    ({ index, 0: line }) => text.slice(from + index, from + index + line.length),
  );
  return lines
    .map((line) => tidy(line.replace(/^\s*(?:[-*•·–]|\(?\d{1,2}[.)、．）])\s*/, "")))
    .filter((line) => line !== "" && !/[?？]$/.test(line));
}

/** A sentence that the next one asks to keep. */
function toContents(text: string, sentence: OwnSentence): string[] {
  return sentence.language.isStatement(sentence.said)
    ? [toContent(text.slice(sentence.start, sentence.end), sentence)]
    : [];
}

function toContent(said: string, { language: { padding } }: OwnSentence): string {
  return tidy(said.trim().replace(padding.before, "").replace(padding.after, ""));
}

/** One line without closing marks, with a capital. */
function tidy(text: string): string {
  const line = text.replace(/\s+/g, " ").replace(/^[\s,，:：–—-]+|[\s,，.。!！;；:：–—-]+$/g, "");
  return line.charAt(0).toUpperCase() + line.slice(1);
}
