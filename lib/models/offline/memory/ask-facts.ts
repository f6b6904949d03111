import { listTerms } from "@/lib/models/offline/words";
import { findTopicsOfQuestion, isOwner } from "./find-topics";

/** What a fact must hold to answer a question about the person. */
export type Asked = {
  /** Whom it is about beside the person: `sister`, `dog`. */
  owners: string[];
  /** Topics without owners and tastes. */
  topics: string[];
  taste: "like" | "dislike" | null;
  /** Words that are of no topic. */
  words: string[];
  /** Answered by yes or no, by one of two. */
  isYesNo: boolean;
  isEither: boolean;
};

export function toAsked(text: string): Asked {
  const { ids, rest } = findTopicsOfQuestion(text);
  const topics = [...ids].filter((id) => !isOwner(id) && id !== "like" && id !== "dislike");
  const words = listTerms(rest.replace(frame, " ").replace(chineseFrame, " ")).filter(
    (word) => !loose.has(word),
  );
  const isKnown = ids.size > 0;
  return {
    owners: [...ids].filter(isOwner),
    topics,
    taste: ids.has("dislike") ? "dislike" : ids.has("like") ? "like" : null,
    words: words.filter((word) => !(isKnown && looseBeside.test(word))),
    isYesNo: /^\W*(?:do|does|did|am|is|are|was|have|has)\b|吗|是不是|有没有/iu.test(text),
    isEither: /\bor\b|还是/iu.test(text),
  };
}

export function isOpen({ owners, topics, taste, words }: Asked): boolean {
  return owners.length + topics.length + words.length === 0 && taste === null;
}

/** The parts of a question that asks for several things at once; a part takes from the others what it does not say itself. */
export function splitAsked(text: string): Asked[] {
  const parts = text
    .split(/,? and |, |[，、；]|以及|还有|和|与/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length < 2) return [];
  const asked = parts.map((part) => ({ ...toAsked(part), isOfPerson: /\b(?:i|my|our)\b|我/iu.test(part) }));
  const told = asked.filter((part) => !isOpen(part));
  return told.map(({ isOfPerson, ...part }, index) => {
    const model = told[index === 0 ? 1 : index - 1];
    const saysWhat = part.topics.length + part.words.length > 0 || part.taste !== null;
    const owners = part.owners.length > 0 || isOfPerson ? part.owners : (model?.owners ?? []);
    return saysWhat || model === undefined
      ? { ...part, owners }
      : { ...part, owners, topics: model.topics, taste: model.taste };
  });
}

const frame =
  /\b(?:now|nowadays|currently|at the moment|today|still|again|told|tell|ever|exactly|anything|something|things?|kind|city|town|country|place|street|road|company|days?|dates?|months?|years?|time|will|going|called|remind|again|before|previously|formerly|used to|or)\b/giu;
const chineseFrame =
  /请问|告诉我|告诉过?|提醒|记得|知道|关于|我们|我的|我|你|们|现在|目前|最近|如今|还是|以前|之前|原来|过去|曾经|分别|都|什么样|什么|哪[家条种个里儿位些天年只]?|谁|几号|几|多少|多大|多|是不是|有没有|有|是|的|吗|呢|了|过|在|对|最|更|很|又|也|还|做|城市|国家|地方|街道?|路|公司|日期|时间|时候|一[只个位条]|[？?！!。，,、；;：:“”"《》\s]+/gu;
/** Verbs that say nothing beside what somebody is asked about. */
const looseBeside =
  /^(?:use?|writ|play|speak|learn|drive|wear|switch|take|go|own|come|turn|old|long|fav\w*|用|开|说|学|会|玩|弹|拉|吹|穿|去|养|买|看|听|写|家|天|人)$/u;
const loose = new Set(["i", "m", "do", "does", "is", "里", "儿", "那", "这"]);
