import { stemmer as stemArabic } from "@orama/stemmers/arabic";
import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemGreek } from "@orama/stemmers/greek";
import { stemmer as stemRussian } from "@orama/stemmers/russian";
import { LRUCache } from "lru-cache";
import { foldText, hasHan } from "./script";
import { isStopWord, listWords } from "./words";

/**
 * The tokens that searches compare: words, folded and stemmed, without stop words. Chinese has pairs of
 * neighbouring characters too, since a dictionary cuts a name in other ways from sentence to sentence.
 */
export function toTokens(text: string): string[] {
  const folded = foldText(text);
  const words = toFoldedTokens(folded);
  return hasHan(folded) ? [...words, ...listPairs(folded)] : words;
}

/** As `toTokens`, without the pairs of Chinese characters. */
export function toWordTokens(text: string): string[] {
  return toFoldedTokens(foldText(text));
}

/** The words of a text that `foldText` has folded, stemmed, without stop words. */
export function toFoldedTokens(folded: string): string[] {
  const tokens: string[] = [];
  for (const { text: word } of listWords(folded)) if (!isStopWord(word)) tokens.push(stem(word));
  return tokens;
}

function listPairs(text: string): string[] {
  return [...text.matchAll(/\p{Script=Han}(?=(\p{Script=Han}))/gu)]
    .map(([first, second = ""]) => first + second)
    .filter((pair) => !isStopWord(pair));
}

/** As `toTokens`, with the stop words: what is compared when nothing else was said. */
export function toAllTokens(text: string): string[] {
  return listWords(foldText(text)).map(({ text: word }) => stem(word));
}

/** The tokens of a query: its stop words count only when it has nothing else. */
export function toQueryTokens(query: string): string[] {
  const tokens = toTokens(query);
  return [...new Set(tokens.length > 0 ? tokens : toAllTokens(query))];
}

/** The stem of a folded word, by the stemmer of its script; numbers and short words stay as they are. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stemmed = toStem(word);
  stems.set(word, stemmed);
  return stemmed;
}

const stems = new LRUCache<string, string>({ max: 50_000 });

function toStem(word: string): string {
  if (/^[a-z][a-z']+$/.test(word)) return stemEnglish(word.replace(/'s?$/, ""));
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return stemRussian(word);
  if (/^\p{Script=Greek}+$/u.test(word)) return stemGreek(word);
  if (/^[\p{Script=Arabic}\p{M}]+$/u.test(word)) return stemArabic(word);
  return word;
}
