import type { FactInput } from "@/lib/memory/accept";
import { foldChinese, listOwnSentences, type OwnSentence } from "./own-sentences";

const mostFacts = 10;
const length = { min: 3, max: 480 };
/** A message longer than this is a document. */
const longestMessage = 20_000;

/**
 * What the person asks to be remembered in a set phrase, in their own words: “remember (that) …”, “don't forget …”,
 * “my name is …”, “call me …” and their Chinese counterparts. Nothing else is known by its wording.
 */
export function findSetPhrases(text: string): FactInput[] {
  if (text.length > longestMessage) return [];
  const plain = text.replace(/\r\n?/g, "\n").replace(/\p{Cf}/gu, "");
  const found = listOwnSentences(plain).flatMap((sentence) => readSentence(plain, sentence));
  const contents = found.filter(
    ({ content }) => content.length >= length.min && content.length <= length.max,
  );
  return contents
    .filter(({ content }, index) => contents.findIndex((other) => other.content === content) === index)
    .slice(0, mostFacts)
    .map((fact) => ({ ...fact, confidence: 0.95, keywords: [] }));
}

type Phrase = Pick<FactInput, "content" | "category" | "tier">;

const asked = { category: "preference", tier: "important" } as const;
const named = { category: "profile", tier: "core" } as const;

function readSentence(text: string, { said, start, end, kind, isQuestion }: OwnSentence): Phrase[] {
  const original = text.slice(start, end);
  if (kind === "item" && !isQuestion)
    return [{ ...asked, content: toContent(original.replace(/^(?:[-*•·–]|\(?\d{1,2}[.)、．）])\s*/, "")) }];
  if (kind !== "plain") return [];
  const request = requests.map((pattern) => pattern.exec(said)).find((match) => match !== null);
  if (request !== undefined && request !== null) {
    const content = toContent(original.slice(request[0].length));
    const isAsking = isQuestion && !isPolite.test(request[0]);
    return isAsking || isQuestionWord.test(foldChinese(content)) || countWords(content) < 2
      ? []
      : [{ ...asked, content }];
  }
  return !isQuestion && names.some((pattern) => pattern.test(said))
    ? [{ ...named, content: toContent(original) }]
    : [];
}

/** At the beginning of a sentence; `to` and `when` make other phrases of “remember”. */
const requests = [
  /^(?:[\p{L}']+,\s*)?(?:(?:can|could|would|will) you\s+)?(?:please\s+|also\s+|and\s+)*(?:remember|(?:don['’]?t|do not|never) forget)\b(?!\s+(?:to|when|how|what|where|why|who|me|us|if)\b)[\s,:–—-]*(?:that\b[\s,:]*)?/iu,
  /^(?:\p{Script=Han}{1,3}[，,！!]\s*)?(?:请|麻烦|你|您|帮我|可以|能)*(?:记住了?|记得|记一下|记下来?|别忘[记了]?|不要忘[记了]?)(?:一下)?[\s，,：:]*/u,
];
const isPolite = /^(?:[\p{L}']+,\s*)?(?:can|could|would|will) you|^(?:请|麻烦|你|您)*(?:可以|能)/iu;
const isQuestionWord = /[吗么呢]$/u;

const names = [
  /^(?:[\p{L}']+,\s*)?(?:and\s+|please\s+)*my name(?: is|['’]s)\s+\p{L}/iu,
  /^(?:[\p{L}']+,\s*)?(?:(?:[Pp]lease|[Jj]ust|[Aa]nd)\s+)*[Cc]all me\s+\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3}(?:$|[\s,]+(?:please|from|and)\b)/u,
  /^(?:你好|您好|嗨)?[，,！!]?\s*我的?(?:名字)?(?:是|叫)(?<=叫|名字是)(?!了|过|你|他|她|不|什么)[\p{L}· ]{1,12}(?:$|[，,])/u,
  /^(?:你好|您好|嗨)?[，,！!]?\s*(?:请|你|以后|可以|就)*叫我(?!去|来|做|吃|起)[\p{L}· ]{1,12}(?:$|[，,])/u,
];

/** Each Chinese character counts as a word. */
function countWords(text: string): number {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)?.length ?? 0;
}

/** One line with a capital, without closing marks. */
function toContent(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/^[\s,，:：–—-]+|(?<![\s,，.。!！;；:：–—-])[\s,，.。!！;；:：–—-]+$/g, "");
  return line.charAt(0).toUpperCase() + line.slice(1);
}
