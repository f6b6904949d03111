import type { Language } from "./language";

/** Parts a message into the requests it joins: `what is 15*24 and who invented the telephone?` are two. */
export function splitQuestion(text: string, language: Language): string[] {
  const border = language === "zh" ? chineseBorder : englishBorder;
  const parts = text
    .split(border)
    .map((part, index) => (index === 0 ? part : part.replace(leadingConnector, "")).trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !isConnector.test(part));
  const whole = parts.reduce<string[]>((kept, part) => {
    const before = kept.at(-1);
    if (before === undefined || !pointsBack.test(part) || isTime.test(part)) return [...kept, part];
    return [...kept.slice(0, -1), `${before} ${part}`];
  }, []);
  return whole.length === 0 ? [text] : whole.slice(0, maxParts);
}

/** A part that says `he` or `它` belongs to the part before it. */
const pointsBack = /\b(?:he|she|it|they|his|her|its|their|him|them)\b|[他她它]/iu;
const leadingConnector =
  /^\s*(?:(?:and|also|then|plus|besides)\b[,:]?\s*)+|^\s*(?:另外|还有|以及|并且|而且|顺便|再)+[，,]?\s*/iu;
const isConnector = /^(?:另外|还有|以及|并且|而且|顺便|and|also|then)[，,\s]*$/iu;
const isTime = /\b(?:time|day|date) is it\b/iu;

/** More than this in one message is read as one topic. */
const maxParts = 4;

const englishStart =
  "(?:who|whom|what|what's|which|when|where|why|how|is|are|was|were|do|does|did|can you|could you|please|remember|draw|calculate|compute|tell me|look up|search)";
const englishBorder = new RegExp(
  `(?<=[?!])\\s+(?=\\S)|[.;]\\s+(?=${englishStart}\\b)|,?\\s+(?:and(?: also| then)?|also|then|plus)\\s+(?=${englishStart}\\s+(?!it\\b|he\\b|she\\b|they\\b)\\S+\\s+\\S)`,
  "iu",
);
const chineseBorder =
  /(?<=[？?])\s*(?=\S)|[，,；;。]\s*(?:另外|还有|以及|并且|而且|顺便|再)?[，,]?\s*(?=(?:请|帮我|告诉我|现在|今天|谁|什么|哪|怎|为什么|多少|\d)|[^，,；;。]{1,14}(?:多少|是谁|什么|几点|哪|吗|多[长高大重远])|(?:记住|画))|(?:，|,|；)(?=另外|还有|以及|顺便)/u;
