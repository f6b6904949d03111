import { splitSentences } from "@/lib/language/sentences";
import type { FactInput } from "@/lib/features/memory/shape";

const mostFacts = 10;
const length = { min: 3, max: 480 };
/** A message longer than this is a document. */
const longestMessage = 20_000;

/**
 * What the person asks to be remembered in a set phrase, in their own words: “remember (that) …”, “don't
 * forget …”, “my name is …”, “call me …” and their Chinese counterparts. Nothing else is known by its
 * wording. `typed`: without what was pasted.
 */
export function findSetPhrases(typed: string): FactInput[] {
  if (typed.length > longestMessage) return [];
  const contents = listPhrases(typed.replace(/\r\n?/g, "\n").replace(/\p{Cf}/gu, "")).filter(
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

/**
 * A line that ends with a colon brings in other words: those of a list after a request, else nobody knows
 * whose.
 */
function listPhrases(text: string): Phrase[] {
  const found: Phrase[] = [];
  let isList = false;
  for (const { text: sentence, start } of splitSentences(text)) {
    if (isList && text.slice(0, start).endsWith("\n\n")) isList = false;
    if (isList) found.push({ ...asked, content: toContent(sentence.replace(bullet, "")) });
    else if (!/[:：]$/.test(sentence)) found.push(...readSentence(sentence));
    else if (requests.some((pattern) => pattern.test(sentence))) isList = true;
    else return found;
  }
  return found;
}

const bullet = /^(?:[-*•·–]|\(?\d{1,2}[.)、．）])\s*/;

function readSentence(sentence: string): Phrase[] {
  const isQuestion = /[?？]["”’」』）)\s]*$/.test(sentence);
  const request = requests.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
  if (request !== undefined && request !== null) {
    const content = toContent(sentence.slice(request[0].length));
    const isAsking = isQuestion && !isPolite.test(request[0]);
    return isAsking || isQuestionWord.test(content) || countWords(content) < 2 ? [] : [{ ...asked, content }];
  }
  const said = sentence.replace(/[.。!！…"”]{1,9}$/, "");
  return !isQuestion && names.some((pattern) => pattern.test(said))
    ? [{ ...named, content: toContent(sentence) }]
    : [];
}

/** At the beginning of a sentence; `to` and `when` make other phrases of “remember”. */
const requests = [
  /^(?:[\p{L}']+,\s*)?(?:(?:can|could|would|will) you\s+)?(?:please\s+|also\s+|and\s+)*(?:remember|(?:don['’]?t|do not|never) forget)\b(?!\s+(?:to|when|how|what|where|why|who|me|us|if)\b)[\s,:–—-]*(?:that\b[\s,:]*)?/iu,
  /^(?:\p{Script=Han}{1,3}[，,！!]\s*)?(?:[请請]|麻烦|你|您|帮我|可以|能)*(?:[记記](?:住了?|得|一下|下[来來]?)|[别別]忘[记記了]?|不要忘[记記了]?)(?:一下)?[\s，,：:]*/u,
];
const isPolite = /^(?:[\p{L}']+,\s*)?(?:can|could|would|will) you|^(?:请|麻烦|你|您)*(?:可以|能)/iu;
const isQuestionWord = /[吗嗎么麼呢]$/u;

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
    .replace(/^[\s,，:：–—-]+|(?<![\s,，.。!！?？;；:：–—-])[\s,，.。!！?？;；:：–—-]+$/g, "");
  return line.charAt(0).toUpperCase() + line.slice(1);
}
