import { isStopWord } from "@/lib/language/words";
import type { Filter, ListQuery, Store } from "@/lib/store/store";
import { isBegun, type AskedWords, type BegunWord } from "./asked-words";
import { paths } from "@/lib/data/paths";
import { parseTurnWords, type TurnWords } from "@/lib/data/turn-words";

/** A turn, or a title, that has all words that were looked for. */
export type Match = Pick<TurnWords, "conversationId" | "at" | "seq"> & {
  /** The message of the turn that has most of the words; `null` for a title. */
  messageId: string | null;
};

/**
 * Whole words are looked for first, from the newest to the oldest turn, then turns in which the last word
 * only begins so. A place is a time with, in the middle of what was said before it, the cursor of the store.
 */
export type SearchPlace = { before: number; cursor: string | undefined; isBegun: boolean };

export const firstPlace: SearchPlace = { before: Number.MAX_SAFE_INTEGER, cursor: undefined, isBegun: false };

/** Documents that are asked for, one page after the other, until half of what may be found is there. */
const wholePages = [40, 80, 80];
/** A store without an index for beginnings looks through so many. */
const begunPages = [80];

type Ask = { userId: string; asked: AskedWords; place: SearchPlace; limit: number };

/** Conversations' newest matches, newest first; fewer when much had to be read. `next`: `null` at the end. */
export async function findMatches(
  store: Store,
  { userId, asked, place, limit }: Ask,
): Promise<{ matches: Match[]; next: SearchPlace | null }> {
  const { terms, begun } = asked;
  const matches = new Map<string, Match>();
  const look = (way: Way, from: SearchPlace) => goThrough(store, { ...way, userId, from, limit }, matches);
  let next: SearchPlace | null = null;
  if (!place.isBegun && terms.size > 0 && (await isSaid(store, userId, asked)))
    next = await look(toWhole(terms), place);
  if (next === null && begun !== null) {
    const start = place.isBegun ? place : { ...firstPlace, isBegun: true };
    next = matches.size >= limit / 2 ? start : await look(toBegun(begun), start);
  }
  return { matches: [...matches.values()], next };
}

/** `false` when the last of several words was never said whole: then turns with the others hold no match. */
async function isSaid(store: Store, userId: string, { terms, begun }: AskedWords): Promise<boolean> {
  if (begun === null || terms.size === 1) return true;
  const { documents } = await store.list({
    collection: paths.words(userId),
    where: [{ field: "terms", op: "has", value: begun.whole }],
    limit: 1,
  });
  return documents.length > 0;
}

/** A query of the store, and what of it matches: `isAsked` words, `holdsAll` when they are all of them. */
type Way = {
  query: { where: Filter[] } & Pick<ListQuery, "beginning">;
  pages: readonly number[];
  isAsked: (term: string) => boolean;
  holdsAll: (found: readonly string[]) => boolean;
};

function toWhole(terms: ReadonlySet<string>): Way {
  const isAsked = (term: string) => terms.has(term);
  return {
    query: { where: toLeading([...terms]) },
    pages: wholePages,
    isAsked,
    holdsAll: (found) => found.length >= terms.size,
  };
}

function toBegun(begun: BegunWord): Way {
  const { text, whole, before } = begun;
  const isLast = (term: string) => isBegun(begun, term);
  return {
    query: {
      where: toLeading([...before].filter((term) => !isStopWord(term))),
      beginning: { field: "terms", text, or: [], without: [whole] },
    },
    pages: begunPages,
    isAsked: (term) => before.has(term) || isLast(term),
    holdsAll: (found) => before.isSubsetOf(new Set(found)) && found.some(isLast),
  };
}

/** The longest word is the rarest more often than not. */
function toLeading(terms: readonly string[]): Filter[] {
  const [leading] = terms.toSorted((a, b) => Buffer.byteLength(b) - Buffer.byteLength(a));
  return leading === undefined ? [] : [{ field: "terms", op: "has", value: leading }];
}

type Going = Way & { userId: string; from: SearchPlace; limit: number };

/** Adds to `matches`, and gives where to go on, `null` at the end. */
async function goThrough(
  store: Store,
  { query, pages, userId, from, limit, ...way }: Going,
  matches: Map<string, Match>,
): Promise<SearchPlace | null> {
  const where: Filter[] = [...query.where, { field: "at", op: "<", value: from.before }];
  let { cursor } = from;
  for (const size of pages) {
    const page = await store.list({
      collection: paths.words(userId),
      ...query,
      where,
      orderBy: { field: "at", direction: "desc" },
      limit: size,
      cursor,
    });
    for (const { data } of page.documents) {
      const words = matches.has(String(data["conversationId"])) ? null : parseTurnWords(data);
      const match = words === null ? null : toMatch(words, way);
      if (match !== null) matches.set(match.conversationId, match);
      if (matches.size >= limit) return { ...from, before: Number(data["at"]), cursor: undefined };
    }
    if (page.cursor === null) return null;
    cursor = page.cursor;
    if (matches.size >= limit / 2) break;
  }
  return { ...from, cursor };
}

/** `null` when a word is missing. */
function toMatch(
  { conversationId, at, seq, questionId, replyId, terms, questionTo, replyFrom }: TurnWords,
  { isAsked, holdsAll }: Pick<Way, "isAsked" | "holdsAll">,
): Match | null {
  const places = terms.flatMap((term, place) => (isAsked(term) ? [place] : []));
  if (!holdsAll(places.flatMap((place) => terms[place] ?? []))) return null;
  const inQuestion = places.filter((place) => place < questionTo).length;
  const inReply = places.filter((place) => place >= replyFrom).length;
  return {
    conversationId,
    at,
    seq,
    messageId: seq === 0 ? null : inReply > inQuestion ? replyId : (questionId ?? replyId),
  };
}
