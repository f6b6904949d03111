import { removeCitations } from "@/lib/features/evidence/shape/citation-marks";

/** What was read aloud of a message already. */
export type Heard = { id: string | undefined; text: string };

export function beginHearing(id: string | undefined, text: string): Heard {
  return { id, text };
}

/**
 * The finished sentences of a growing text that were not read aloud yet; the text has no citations any more.
 * None while it is shorter than what was heard, as when it is read again from its beginning; where it became
 * another one, it is read from there.
 */
export function hearMore(
  heard: Heard,
  id: string | undefined,
  text: string,
): { spoken: string; heard: Heard } {
  const known = heard.id === id ? heard.text : "";
  if (known.startsWith(text)) return { spoken: "", heard: { id, text: known } };
  const { spoken, next } = readFinishedSentences(text, countShared(known, text));
  return { spoken, heard: { id, text: text.slice(0, next) } };
}

/** What was not read aloud yet, whether its sentences are finished or not. */
export function hearRest(heard: Heard, id: string | undefined, text: string): string {
  return toPlainWords(text.slice(heard.id === id ? countShared(heard.text, text) : 0));
}

function countShared(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) if (a[index] !== b[index]) return index;
  return end;
}

/** Sentences that are finished in `text` after `from`, without markup, and where the next ones begin. */
export function readFinishedSentences(text: string, from: number): { spoken: string; next: number } {
  const rest = text.slice(from);
  const end = [...rest.matchAll(sentenceEnd)].at(-1)?.index;
  if (end === undefined) return { spoken: "", next: from };
  const next = from + end + 1;
  return { spoken: toPlainWords(text.slice(from, next)), next };
}

/** The end of a sentence or paragraph that something follows, so that "3." of "3.14" is not taken for one. */
const sentenceEnd = /[.!?…](?=\s)|[。！？]|\n/g;

/** Markdown as words: no signs, no addresses, no citations, no code. */
export function toPlainText(markdown: string): string {
  return toPlainWords(removeCitations(markdown, () => true));
}

/** As it is read aloud, of a text or a part of it that has no citations any more. */
function toPlainWords(markdown: string): string {
  return (
    markdown
      .replace(/```[\s\S]*?(```|$)/g, " ")
      .replace(/!?\[([^\][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
      .replace(/^[#>\-*+|\s]+|\|/gm, " ")
      // What stands between blanks is a sign of its own, as in a sum.
      .replace(/(?<=[^\s\\])[*_`~]+|(?<!\\)[*_`~]+(?=\S)/g, " ")
      .replace(/\\([*_`|~])/g, "$1")
      .replace(/\s+/g, " ")
      .trim()
  );
}
