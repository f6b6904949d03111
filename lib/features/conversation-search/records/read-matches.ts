import type { FoundConversation, TextRange } from "@/lib/protocol/conversations";
import type { Store, StoredDocument } from "@/lib/store/store";
import { toConversation, toSummary } from "@/lib/data/conversations";
import type { Match } from "./find-matches";
import { toStored } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { isBegun, type AskedWords } from "./asked-words";
import { toTerms, toAskedTerms } from "@/lib/data/search-terms";
import { readText } from "@/lib/data/turn-words";
import { isUnspaced, listRuns } from "@/lib/language/runs";
import { foldText } from "@/lib/language/script";

type MatchesToRead = { userId: string; asked: AskedWords; matches: readonly Match[] };

/** As a person sees them; what was deleted, replaced or renamed since its words were kept is left out. */
export async function readMatches(
  store: Store,
  { userId, asked, matches }: MatchesToRead,
): Promise<FoundConversation[]> {
  const conversations = matches.map(({ conversationId }) => paths.conversation(userId, conversationId));
  const messages = matches.flatMap(({ conversationId, messageId }) =>
    messageId === null ? [] : [paths.message(userId, conversationId, messageId)],
  );
  const found = new Map(
    (await store.findMany([...conversations, ...messages])).flatMap((document) =>
      document === null ? [] : [[document.path, document] as const],
    ),
  );
  return matches.flatMap(({ conversationId, messageId }) => {
    const conversation = found.get(paths.conversation(userId, conversationId));
    const message = messageId === null ? null : found.get(paths.message(userId, conversationId, messageId));
    return conversation === undefined || message === undefined
      ? []
      : (toFound(conversation, message, asked) ?? []);
  });
}

function toFound(
  conversation: StoredDocument,
  message: StoredDocument | null,
  asked: AskedWords,
): FoundConversation | null {
  if (toConversation(conversation.data).temporary) return null;
  const summary = toSummary(conversation.id, conversation.data);
  const titleMarks = findMarks(summary.title, asked);
  if (message === null) {
    return holdsAsked(toTerms(summary.title), asked) ? { ...summary, titleMarks, snippet: null } : null;
  }
  const snippet = makeSnippet(readText(toStored(message).message), asked);
  return snippet === null ? null : { ...summary, titleMarks, snippet: { messageId: message.id, ...snippet } };
}

function holdsAsked(terms: readonly string[], { terms: whole, begun }: AskedWords): boolean {
  const held = new Set(terms);
  return (
    whole.isSubsetOf(held) ||
    (begun !== null && begun.before.isSubsetOf(held) && terms.some((term) => isBegun(begun, term)))
  );
}

const shownBefore = 40;
const shownCharacters = 160;
/** Signs of Markdown may take up a part of what is shown. */
const spare = 120;
/** Words of a long text that are looked at to choose the place. */
const maxPlaces = 300;

/** The part with most of the words, on one line and without Markdown's signs; `null` when it has none. */
export function makeSnippet(text: string, asked: AskedWords): { text: string; marks: TextRange[] } | null {
  const places = findAsked(text, asked, maxPlaces);
  const best = findBestStart(places);
  if (best === null) return null;
  const from = Math.max(0, best - shownBefore - spare);
  const before = toPlain(text.slice(from, best).toWellFormed());
  const shownHead =
    before.length > shownBefore
      ? `…${before
          .slice(-shownBefore)
          .toWellFormed()
          .replace(/^\S{1,15}\s/, "")}`
      : from > 0
        ? `…${before}`
        : before;
  const after = toPlain(text.slice(best, best + shownCharacters + spare));
  const isCut = after.length > shownCharacters || best + shownCharacters + spare < text.length;
  const shown =
    `${shownHead}${after.slice(0, shownCharacters - shownHead.length).toWellFormed()}${isCut ? "…" : ""}`.trim();
  return { text: shown, marks: findMarks(shown, asked) };
}

/** Where the words stand, in order; what touches is one. */
export function findMarks(text: string, asked: AskedWords): TextRange[] {
  const marks: TextRange[] = [];
  for (const { start, end } of findAsked(text, asked, maxPlaces)) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Where the stretch begins that has the most different words; the first of equally good ones. */
function findBestStart(places: readonly WordPlace[]): number | null {
  let best: { start: number; words: number } | null = null;
  for (const [index, { start }] of places.entries()) {
    const within = new Set<string>();
    for (let next = index; next < places.length; next += 1) {
      const place = places[next];
      if (place === undefined || place.end > start + shownCharacters - shownBefore) break;
      within.add(place.word);
    }
    if (best === null || within.size > best.words) best = { start, words: within.size };
  }
  return best?.start ?? null;
}

function toPlain(text: string): string {
  return text
    .replace(/\[([^\][\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, "$1")
    .replace(/^[^\S\r\n\u2028\u2029]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, "")
    .replace(/\*\*|~~|`+|\|/g, " ")
    .replace(/\s+/g, " ");
}

/** A word that is looked for as it stands in a text: from `start` up to `end`. */
type WordPlace = { word: string; start: number; end: number };

/** Where what is looked for stands in a text, in order, at most `limit` places. */
function findAsked(text: string, asked: AskedWords, limit: number): WordPlace[] {
  const places: WordPlace[] = [];
  const known = new Map<string, string | undefined>();
  const find = (part: string) => {
    if (!known.has(part)) known.set(part, findWord(part, asked));
    return known.get(part);
  };
  for (const { run, start } of listRunsAndPictures(text)) {
    for (const part of isUnspaced(run) ? toParts(run, asked.terms) : [{ text: run, offset: 0 }]) {
      const word = find(part.text);
      if (word !== undefined)
        places.push({ word, start: start + part.offset, end: start + part.offset + part.text.length });
      if (places.length >= limit) return places;
    }
  }
  return places;
}

function listRunsAndPictures(text: string): { run: string; start: number }[] {
  const pictures = text.matchAll(/\p{Extended_Pictographic}/gu);
  const found = Array.from(pictures, ({ 0: run, index: start }) => ({ run, start }));
  return [...listRuns(text), ...found].sort((a, b) => a.start - b.start);
}

/** What of it is looked for, whole before begun. */
function findWord(text: string, { terms, begun }: AskedWords): string | undefined {
  const whole = (isUnspaced(text) ? toAskedTerms(text) : toTerms(text)).find((each) => terms.has(each));
  if (whole !== undefined || begun === null) return whole;
  const folded = foldText(text);
  return [folded, ...folded.split(/[.']/)].some((each) => each.startsWith(begun.text))
    ? begun.text
    : undefined;
}

/** Single characters only where they are looked for. */
function toParts(run: string, terms: ReadonlySet<string>): { text: string; offset: number }[] {
  const characters = Array.from(run);
  let offset = 0;
  return characters.flatMap((character, index) => {
    const place = offset;
    offset += character.length;
    const pair = `${character}${characters[index + 1] ?? ""}`;
    return [
      ...(terms.has(character) ? [{ text: character, offset: place }] : []),
      ...(pair === character ? [] : [{ text: pair, offset: place }]),
    ];
  });
}
