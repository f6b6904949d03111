import { isStopWord, toKeywords } from "@/lib/language/words";

/**
 * What to ask an engine that wants every word to occur, for a question in plain language: first all its
 * keywords, then its names where it has several, else the half that look most like names, then the first of
 * these. Never empty; a question of stop words only is asked as it is.
 */
export function toKeywordAttempts(question: string): string[] {
  const words = [...new Set(toKeywords(question).slice(0, maxLength).split(" "))];
  if (words.every((word) => word === "" || isStopWord(word))) return [question.trim().slice(0, maxLength)];
  const ranked = rankWords(words);
  const names = words.filter((word, index) => isName(word, index)).length;
  const sizes = new Set([words.length, names > 1 ? names : Math.ceil(words.length / 2), 1]);
  return [...sizes].map((size) => {
    const kept = new Set(ranked.slice(0, size));
    return words.filter((word) => kept.has(word)).join(" ");
  });
}

/** Wikipedia's engine takes 300 characters; a Chinese one is nine in an address, which has a limit too. */
const maxLength = 150;

/** Names first, as far as their form tells, then Chinese words, then long words. */
function rankWords(words: readonly string[]): string[] {
  const scored = words.map((word, index) => ({ word, index, score: scoreForm(word, index) }));
  return scored.sort((a, b) => b.score - a.score || a.index - b.index).map(({ word }) => word);
}

function scoreForm(word: string, index: number): number {
  const form = isName(word, index) ? 100 : /\p{Script=Han}/u.test(word) ? 50 : 0;
  return form + Math.min(word.length, 20);
}

/** Digits, or a capital that does not merely begin the question. */
function isName(word: string, index: number): boolean {
  return /\d/.test(word) || (/\p{Lu}/u.test(word) && (index > 0 || word.length > 1));
}
