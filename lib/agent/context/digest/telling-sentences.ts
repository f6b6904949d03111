import { toWords } from "@/lib/text/words";
import { listNumbers, readDetails, type Details } from "./details";
import { isCorrection, toKind, type SentenceKind } from "./kind-of-sentence";
import { splitSentences } from "./sentences";
import type { SummaryEntry } from "./summary-entries";
import { weighEntry } from "./weigh-entry";

export type SummaryTurn = { seq: number; role: "user" | "assistant"; text: string };
export type TellingSentence = {
  entry: SummaryEntry;
  details: Details;
  weight: number;
  isCorrection: boolean;
};

/** Of one message; more than this is a document, not talk. */
const limits = { user: 12, assistant: 6 };
const questionCharacters = 500;
const mostShared = 6;
const pastedCharacters = 4_000;
/** A pasted text may order its readers about; what the person wants stands before or behind it. */
const ownSentences = 5;

/** What a turn says that is worth keeping, in its order. Answers that only repeat what they were told have nothing. */
export function listTelling({ seq, role, text }: SummaryTurn, question: string): TellingSentence[] {
  const sentences = listSentences(text);
  const isPasted = text.length > pastedCharacters;
  const told = listNumbers(question);
  const asked = new Set(role === "assistant" ? toWords(question.slice(0, questionCharacters)) : []);
  const found = sentences.flatMap((sentence, index): TellingSentence[] => {
    const isOwn =
      role === "user" && (!isPasted || index < ownSentences || index >= sentences.length - ownSentences);
    const kind: SentenceKind = isOwn ? toKind(sentence) : "fact";
    const details = readDetails(sentence);
    const entry: SummaryEntry = {
      kind,
      seq,
      until: null,
      isAnswer: role === "assistant",
      changedIn: null,
      text: sentence,
    };
    const isEcho =
      role === "assistant" && details.values.length > 0 && details.values.every((value) => told.has(value));
    const own = isEcho ? 0 : weighEntry(entry, details);
    const weight = own > 0 ? own + countShared(sentence, asked) : 0;
    return weight <= 0
      ? []
      : [
          {
            entry,
            details,
            weight,
            isCorrection: role === "user" && kind !== "instruction" && isCorrection(sentence),
          },
        ];
  });
  if (found.length <= limits[role]) return found;
  const best = new Set(found.toSorted((a, b) => b.weight - a.weight).slice(0, limits[role]));
  return found.filter((one) => best.has(one));
}

/** Of an answer, what shares words with the question answers it. */
function countShared(sentence: string, asked: ReadonlySet<string>): number {
  return asked.size === 0
    ? 0
    : Math.min(new Set(toWords(sentence).filter((word) => asked.has(word))).size, mostShared);
}

function listSentences(text: string): string[] {
  return splitSentences(text.replace(/^>.*$/gm, ""))
    .map((sentence) => sentence.text.replace(markup, "").replaceAll("**", "").replace(lead, ""))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const markup = /^(?:#{1,6}\s+|[-*•]\s+|\d{1,2}[.)]\s+)/;
const lead =
  /^(?:(?:by the way|btw|oh|also|well|anyway|and)[,:]?\s+|(?:顺便说一下|顺便提一下|顺便说|对了|另外|还有|哦)[，,：:]\s*)+(?=\S)/iu;
