import { rateForm } from "./evidence-kind";
import type { Question } from "./question";
import { splitSentences } from "./sentences";
import { toStem } from "./stem";
import { listSynonyms } from "./synonyms";
import type { ReadPage } from "./tool-texts";
import { listWords } from "./words";

export type Quote = { text: string; number: number; title: string };
/** `answers` is false when nothing on the pages answers; the quotes are then what comes nearest. */
export type Picked = { answers: boolean; quotes: Quote[] };

/** Picks the sentences that answer, at most four, in the order of the page. */
export function pickSentences(pages: ReadPage[], question: Question): Picked {
  const candidates = pages.flatMap((page) => listCandidates(page));
  if (candidates.length === 0) return { answers: false, quotes: [] };
  const concepts = weighConcepts(question, candidates);
  const rated = candidates.map((candidate) => ({
    candidate,
    ...rateCandidate(candidate, question, concepts),
  }));
  const best = rated.reduce((top, one) => (one.score > top.score ? one : top));
  const isKnown = isAbout(best.candidate, question);
  const answers =
    isKnown && best.coverage >= (best.form >= 1 ? leastCoverage - 0.08 : leastCoverage) && best.form > -0.5;
  const chosen = rated
    .filter(
      (one) =>
        one === best ||
        (one.candidate.page === best.candidate.page &&
          one.form >= best.form - 0.01 &&
          one.score >= best.score * companionShare[needsOne(question) ? "exact" : "open"]),
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, question.kind === "definition" ? 3 : 2);
  return {
    answers,
    quotes: withLead(
      chosen.map((one) => one.candidate),
      candidates,
      question,
    ).map(toQuote),
  };
}

/** Share of the question's weight a sentence must carry, with its heading and title, to count as an answer. */
const leastCoverage = 0.42;
/** How near to the best a second sentence must come to be quoted beside it. */
const companionShare = { exact: 0.985, open: 0.86 };

function needsOne({ kind }: Question): boolean {
  return kind === "when" || kind === "quantity" || kind === "who";
}

/** `how long`: the amount itself shows what was asked, so the word counts for less. */
const measureShare = 0.35;

/** `before` is the sentence that a leading pronoun points to. */
type Candidate = {
  sentence: string;
  text: Text;
  before: Text | null;
  heading: Text;
  opensSection: boolean;
  title: Text;
  body: Text;
  page: ReadPage;
  index: number;
};
type Text = { raw: string; stems: Set<string> };
type Concept = { words: string[]; exact: string; weight: number };

function toText(raw: string): Text {
  return { raw: raw.toLowerCase(), stems: new Set(listWords(raw).map(toStem)) };
}

function listCandidates(page: ReadPage): Candidate[] {
  const title = toText(page.title);
  const body = toText(page.passages.map((passage) => passage.text).join("\n"));
  const sentences = page.passages.flatMap((passage) => {
    const heading = toText(passage.heading);
    return splitSentences(passage.text).map((sentence) => ({ sentence, heading }));
  });
  return sentences.map(({ sentence, heading }, index) => {
    const earlier = startsWithPronoun.test(sentence) ? sentences[index - 1]?.sentence : undefined;
    const before = earlier === undefined ? null : toText(earlier);
    const opensSection = sentences[index - 1]?.heading.raw !== heading.raw;
    return { sentence, text: toText(sentence), before, heading, opensSection, title, body, page, index };
  });
}

const startsWithPronoun = /^(?:He|She|It|They|His|Her|Its|Their)\b|^[他她它其]/u;

/** Rare words weigh more: the inverse document frequency over the sentences at hand. */
function weighConcepts(question: Question, candidates: Candidate[]): Concept[] {
  return question.terms.map((term) => {
    const words = listSynonyms(term);
    const found = candidates.filter((candidate) => hasWord(candidate.text, words)).length;
    const rarity = Math.log(1 + candidates.length / Math.max(found, 2));
    return { words, exact: term, weight: question.measure === term ? rarity * measureShare : rarity };
  });
}

function rateCandidate(candidate: Candidate, question: Question, concepts: Concept[]) {
  const total = concepts.reduce((sum, concept) => sum + concept.weight, 0);
  const carried = concepts.reduce(
    (sum, concept) => sum + concept.weight * rateConcept(candidate, concept),
    0,
  );
  const coverage = total === 0 ? 0 : carried / total;
  const form = rateForm(candidate.sentence, question);
  return { coverage, form, score: coverage + 0.3 * form + ratePlace(candidate, question, concepts) };
}

/** What the place of a sentence says: an article opens with what its subject is, a heading names what follows. */
function ratePlace(candidate: Candidate, question: Question, concepts: Concept[]): number {
  const early = 0.02 / (1 + candidate.index);
  if (question.kind === "definition") {
    if (!isTitled(candidate, question)) return tellsWhatItIs.test(candidate.sentence) ? 0.2 : 0;
    return candidate.index === 0 ? 0.6 : candidate.index < 3 ? 0.3 : 0;
  }
  if (question.kind === "who" && question.language === "zh")
    return candidate.text.raw.includes(candidate.title.raw) && !isTitled(candidate, question)
      ? 0.15 + early
      : early;
  const isOpen = question.kind === "how" || question.kind === "other";
  return isOpen && concepts.some((concept) => hasWord(candidate.heading, concept.words))
    ? (candidate.opensSection ? 0.4 : 0.25) + early
    : early;
}

const tellsWhatItIs =
  /\b(?:is|are|was|were) (?:an?|the|called|known)\b|\bknown as\b|\bmeans\b|叫作|叫做|称为|是指|指的是/u;

function isTitled({ title }: Candidate, question: Question): boolean {
  if (question.language === "zh")
    return (
      question.subject === "" || title.raw.includes(question.subject) || question.subject.includes(title.raw)
    );
  return listWords(question.subject)
    .map(toStem)
    .some((stem) => title.stems.has(stem));
}

function rateConcept(candidate: Candidate, concept: Concept): number {
  if (hasWord(candidate.title, [concept.exact])) return hasWord(candidate.text, [concept.exact]) ? 0.7 : 0.6;
  if (hasWord(candidate.text, [concept.exact])) return 1;
  if (hasWord(candidate.text, concept.words)) return 0.85;
  if (candidate.before !== null && hasWord(candidate.before, [concept.exact])) return 0.6;
  return hasWord(candidate.heading, concept.words) ? 0.55 : 0;
}

function hasWord(text: Text, words: string[]): boolean {
  return words.some((word) =>
    /\p{Script=Han}/u.test(word) ? text.raw.includes(word) : text.stems.has(word),
  );
}

/** Whether the page speaks of what was asked about at all: at least half of the subject's words stand on it. */
function isAbout(candidate: Candidate, question: Question): boolean {
  if (question.subject === "") return true;
  if (question.language === "zh") {
    const page = `${candidate.title.raw}\n${candidate.body.raw}`;
    return (
      page.includes(question.subject.toLowerCase()) ||
      shareOf(listWords(question.subject), (word) => page.includes(word)) > 0.5
    );
  }
  const known = new Set([...candidate.title.stems, ...candidate.body.stems]);
  return (
    shareOf(
      listWords(question.subject).map(toStem),
      (stem) => known.has(stem) || listSynonyms(stem).some((word) => known.has(word)),
    ) > 0.5
  );
}

function shareOf(words: string[], holds: (word: string) => boolean): number {
  return words.length === 0 ? 1 : words.filter(holds).length / words.length;
}

/** A sentence that begins with a pronoun gets the one before it, so that the quote can be understood. */
function withLead(chosen: Candidate[], all: Candidate[], question: Question): Candidate[] {
  const needsLead =
    /^(?:This|These|That|Those|Such|Another|Others|Both|But|However)\b|^(?:这|那|此外|但|同时)/u;
  const leads = chosen
    .filter((one) => question.kind !== "definition" && needsLead.test(one.sentence))
    .flatMap((one) => all.find((other) => other.page === one.page && other.index === one.index - 1) ?? []);
  return [...new Set([...leads, ...chosen])].toSorted((a, b) => a.index - b.index).slice(0, 4);
}

function toQuote(candidate: Candidate): Quote {
  return { text: candidate.sentence, number: candidate.page.number, title: candidate.page.title };
}
