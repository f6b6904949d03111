import { stripStopWords } from "@/lib/text/stop-words";

/**
 * What to ask an engine that wants every word to occur, for a question in plain language: first all its keywords, then the
 * most telling half of them, then the most telling one. Never empty; a question of stop words only is asked as it is.
 */
export function toKeywordAttempts(question: string): string[] {
  const text = stripStopWords(question).slice(0, maxLength);
  const words = [...new Set(text.split(" "))].filter((word) => word !== "");
  if (words.length === 0) return [question.trim().slice(0, maxLength)];
  const ranked = rankWords(words);
  const sizes = new Set([words.length, Math.ceil(words.length / 2), 1]);
  return [...sizes].map((size) => {
    const kept = new Set(ranked.slice(0, size));
    return words.filter((word) => kept.has(word)).join(" ");
  });
}

/** Wikipedia's engine takes 300 characters; a Chinese character is nine in an address, which has a limit too. */
const maxLength = 150;

/** Words that ask for a property rather than name a thing: the page about the thing may put it in other words. */
const propertyWords = new Set(
  (
    "tall taller tallest height high highest big bigger biggest large largest small smallest old age old oldest wide deep depth length size weight area " +
    "population number amount cost price year date day time name names called capital located location meaning definition difference history " +
    "invented invent inventor discovered founded founder written wrote author built made designed born died die birth death started ended live lives " +
    "meter meters metre metres kilometer kilometers kilometre kilometres km feet miles main best first last latest new current today now " +
    "高度 长度 面积 人口 时间 地点 位置 历史 意思 定义 区别 发明 发现 建造 建成 修建 出生 去世 首都 省会 作者 名字 总长 全长 第一"
  ).split(" "),
);

/** Most telling first: names (capitals inside the question, digits, Chinese nouns), then long words, then properties. */
function rankWords(words: string[]): string[] {
  const scored = words.map((word, index) => ({ word, index, score: scoreWord(word, index) }));
  return scored.sort((a, b) => b.score - a.score || a.index - b.index).map(({ word }) => word);
}

function scoreWord(word: string, index: number): number {
  if (propertyWords.has(word.toLowerCase())) return 0;
  const isName = /\p{Lu}/u.test(word) && (index > 0 || word.length > 1);
  return (isName ? 100 : 0) + (/\p{Script=Han}/u.test(word) ? 50 : 0) + Math.min(word.length, 20);
}
