import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as chinese } from "@orama/stopwords/mandarin";

/** A word of a text; `start` and `end` are UTF-16 positions in it. */
export type Word = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** The words of a text in order, as they stand in it: by a dictionary where a script has no blanks. */
export function listWords(text: string): Word[] {
  const words: Word[] = [];
  if (isLatin.test(text)) {
    for (const { 0: word, index } of text.matchAll(latinWord))
      words.push({ text: word, start: index, end: index + word.length });
    return words;
  }
  for (const { segment, index, isWordLike } of segmenter.segment(text))
    if (isWordLike === true) words.push({ text: segment, start: index, end: index + segment.length });
  return words;
}

/** The segmenter gives the same words of such a text, in three times the time. */
const isLatin = /^[\0-\x7e\xa0-\u024f\u2010-\u2027]*$/;
const letter = "A-Za-z\\xaa\\xb5\\xba\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f";
const latinWord = new RegExp(
  `(?<![${letter}0-9_])_*[${letter}0-9][${letter}0-9_]*(?:(?:(?<=[${letter}])['’.·:](?=[${letter}])|(?<=[0-9])['’.,;](?=[0-9]))[${letter}0-9_]+)*`,
  "g",
);

/** English and Chinese function words, from a maintained list, which lacks the English articles. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word) || stopWords.has(word.toLowerCase().replaceAll("’", "'"));
}

const stopWords: ReadonlySet<string> = new Set([...english, ...chinese, "a", "an"]);

/** A question's telling words, with blanks between; all of them when all are stop words. */
export function toKeywords(question: string): string {
  const words = listWords(question).map(({ text }) => text.replace(/['’]s$/u, ""));
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length > 0 ? telling : words).join(" ");
}
