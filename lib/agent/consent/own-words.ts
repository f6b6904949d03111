import { coversHan, listHanPairs, listPlainWords } from "./comparable-words";

export type FactToSave = { content: string; keywords: readonly string[] };

/**
 * Facts that the person has not said so: a fact is the person's when one sentence of theirs holds all of its words, says "not" when it
 * does, and says little else. A page cannot make such a sentence.
 */
export function listUnownedFacts(facts: readonly FactToSave[], said: readonly string[]): string[] {
  const sentences = said.flatMap(splitSentences).map(toSaid);
  return facts.filter((fact) => hasOddKeywords(fact) || !sentences.some((sentence) => isSaid(fact.content, sentence))).map(({ content }) => content);
}

type Said = { words: string[]; pairs: Set<string>; text: string; isNegated: boolean };

/** How much of a sentence a fact made of it keeps at least. */
const keptShare = 0.75;

function isSaid(fact: string, said: Said): boolean {
  if (isNegated(fact) !== said.isNegated) return false;
  const words = listPlainWords(fact).filter((word) => !factFrame.has(word));
  const han = stripHanFrame(fact);
  const hasHan = /\p{Script=Han}/u.test(han);
  if (words.length === 0 && !hasHan) return false;
  if (!words.every((word) => said.words.includes(word)) || !coversHan(han, said.pairs)) return false;
  return isMostOf({ words, han }, said);
}

/** “I want to know about Acme” is not “wants Acme”. */
function isMostOf({ words, han }: { words: string[]; han: string }, said: Said): boolean {
  const own = said.words.filter((word) => !saidFrame.has(word));
  const kept = own.filter((word) => words.includes(word)).length;
  const pairs = listHanPairs(stripHanFrame(said.text));
  const factPairs = new Set(listHanPairs(han));
  const keptPairs = pairs.filter((pair) => factPairs.has(pair)).length;
  return kept >= own.length * keptShare && keptPairs >= pairs.length * (keptShare - 0.15);
}

function toSaid(text: string): Said {
  return { text, words: listPlainWords(text), pairs: new Set(listHanPairs(text)), isNegated: isNegated(text) };
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+|[。！？；\n]+|\s+(?:and please|but|,)\s+|，/u).filter((sentence) => sentence.trim() !== "");
}

function isNegated(text: string): boolean {
  return /\b(not|no|never|none|without|cannot|nor)\b|n['’]t\b|[不没沒无無未非别別]/iu.test(text);
}

/** Words beside which nothing is said: who it is about, and articles. */
const factFrame = new Set("the a an user person user's their they them he she his her him it its is are was be am has have of to in on at and that name named call called".split(" ").map((word) => listPlainWords(word)[0] ?? word));
const saidFrame = new Set(
  [...factFrame, ..."i me my mine i'm i've we our please remember note save keep mind also so just you can could would will do always".split(" ")].map((word) => listPlainWords(word)[0] ?? word),
);

function stripHanFrame(text: string): string {
  return text.replace(/用户|使用者|本人|该用|请你?|记住|记得|记一下|帮我|我的?|他的?|她的?|的|是|名字叫?|叫做?|这个|那个|以后|一下|吧|了|也|在/gu, " ");
}

/** Keywords only help to find a fact again; what is longer than that, or an address, would be a fact of its own. */
function hasOddKeywords({ keywords }: FactToSave): boolean {
  return keywords.some((keyword) => keyword.split(/\s+/).length > 3 || keyword.length > 30 || /[:/\\@<>{}[\]]/.test(keyword));
}
