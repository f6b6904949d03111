import type { Question } from "./question";
import { toStem } from "./stem";
import { listSynonyms } from "./synonyms";
import type { SearchHit } from "./tool-texts";
import { listWords } from "./words";

export type RankedHit = SearchHit & { fit: number };

/** The results, the most promising first: what is named in the question, then what its snippet tells. */
export function rankHits(hits: SearchHit[], question: Question): RankedHit[] {
  return hits
    .map((hit, position) => ({
      ...hit,
      fit: 2 * rateTitle(hit.title, question) + rateSnippet(hit.snippet, question) - 0.02 * position,
    }))
    .toSorted((a, b) => b.fit - a.fit);
}

/** 1 when the title is named in the question, less the more of either is left over. */
function rateTitle(rawTitle: string, question: Question): number {
  const title = rawTitle.replace(/\s*[(（][^)）]*[)）]/gu, "").trim();
  if (question.language === "zh" || /\p{Script=Han}/u.test(title)) {
    if (title === question.subject) return 1.2;
    if (title !== "" && question.text.includes(title)) return 0.7 + Math.min(title.length, 6) / 20;
    return question.subject !== "" && title.includes(question.subject) ? 0.5 : 0;
  }
  const stems = listWords(title)
    .map(toStem)
    .filter((stem) => stem.length > 2 || /\d/u.test(stem));
  const asked = new Set(listWords(question.text).map(toStem));
  const subject = new Set(listWords(question.subject).map(toStem));
  if (stems.length === 0) return 0;
  const share = stems.filter((stem) => asked.has(stem)).length / stems.length;
  const covers = stems.every((stem) => subject.has(stem)) && stems.length === subject.size ? 0.2 : 0;
  return share + covers + (share === 1 ? Math.min(stems.length, 4) * 0.02 : 0);
}

function rateSnippet(snippet: string, question: Question): number {
  if (question.terms.length === 0) return 0;
  const raw = snippet.toLowerCase();
  const stems = new Set(listWords(snippet).map(toStem));
  const has = (term: string) => (/\p{Script=Han}/u.test(term) ? raw.includes(term) : stems.has(term));
  return question.terms.filter((term) => listSynonyms(term).some(has)).length / question.terms.length;
}
