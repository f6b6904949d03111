import { scoreWords, weighTerms } from "@/lib/text/score-words";
import { stripStopWords } from "@/lib/text/stop-words";
import { toWords } from "@/lib/text/words";
import { readDetails, weighDetails } from "./details";
import { splitSentences } from "./sentences";

export type KeySentence = {
  text: string;
  /** Which of the texts, and where in it. */
  source: number;
  line: number;
  index: number;
  /** The heading or the head of the table that it stands under. */
  lead: KeySentence | null;
  score: number;
};

/** The sentences of several texts in their order, each with how much it bears on the question and how much it holds by itself. */
export function scoreSentences(
  texts: readonly { title: string; body: string }[],
  question: string,
): KeySentence[] {
  const sentences = texts.flatMap(({ body }, source) => listSentences(body, source));
  const terms = new Set(toWords(stripStopWords(question) || question));
  const words = sentences.map(({ text }) => toWords(text));
  const weights = weighTerms(terms, words);
  const average = words.reduce((sum, one) => sum + one.length, 0) / Math.max(words.length, 1);
  const score = (one: readonly string[]) => scoreWords(one, weights, average);
  const titles = texts.map(({ title }) => score(toWords(title)));
  const scores = new Map<KeySentence, number>();
  for (const [at, sentence] of sentences.entries()) {
    const { lead, source } = sentence;
    const own = score(words[at] ?? []);
    scores.set(sentence, own);
    const told = Math.min(weighDetails(readDetails(sentence.text)), 6) * 0.25;
    const above = (lead === null ? 0 : (scores.get(lead) ?? 0)) + (titles[source] ?? 0);
    // What neither answers nor tells anything does not do so because of its title.
    const bearing = own + (own + told > 0 ? 0.5 * above : 0);
    sentence.score = isHeading(sentence.text) ? 0 : 2 * bearing + told + (sentence.index === 0 ? 0.5 : 0);
  }
  return sentences;
}

function listSentences(text: string, source: number): KeySentence[] {
  let lead: KeySentence | null = null;
  let isTable = false;
  const sentences = splitSentences(text).filter((sentence) => !/^[|:\-\s]+$/.test(sentence.text));
  return sentences.map((sentence, index) => {
    const isRow = sentence.text.startsWith("|");
    const own: KeySentence = { ...sentence, source, index, lead, score: 0 };
    if (isHeading(sentence.text) || (isRow && !isTable)) lead = own;
    isTable = isRow;
    return own;
  });
}

function isHeading(text: string): boolean {
  return /^#{1,6}\s/.test(text);
}

/** Chosen sentences as they stood: those that followed each other in a line do so again. */
export function joinSentences(chosen: readonly KeySentence[]): string {
  const ordered = chosen.toSorted((a, b) => a.index - b.index);
  return ordered
    .map((sentence, at) => {
      const before = ordered[at - 1];
      if (before === undefined) return sentence.text;
      if (before.line !== sentence.line || before.index + 1 !== sentence.index) return `\n${sentence.text}`;
      return /[\p{Script=Han}。！？，；：、]["”」）]?$/u.test(before.text)
        ? sentence.text
        : ` ${sentence.text}`;
    })
    .join("");
}
