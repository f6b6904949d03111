import { listDates, type DateFact } from "./dates";
import { classifiers, listNumbers, type NumberFact } from "./numbers";

/** The numbers and dates of a text, and the text with blanks in their place. */
export type Facts = { numbers: NumberFact[]; dates: DateFact[]; rest: string };

export function listFacts(text: string): Facts {
  const dates = listDates(text);
  const dateless = blank(text, dates);
  const numbers = listNumbers(dateless);
  const counted = numbers.map(({ start, end }) => ({
    start,
    end: classifiers.includes(text[end] ?? "-") ? end + 1 : end,
  }));
  return { numbers, dates, rest: blank(dateless, counted) };
}

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  return [...pieces, text.slice(from)].join("");
}
