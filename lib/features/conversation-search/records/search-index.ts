import { AppError } from "@/lib/errors";
import type { FoundConversation, SearchReply } from "@/lib/protocol/conversations";
import type { Store } from "@/lib/store/store";
import { toKeywords } from "@/lib/language/words";
import { toAskedWords } from "./asked-words";
import { collectOlderWords, isCollected } from "./collect-words";
import { findMatches, firstPlace, type SearchPlace } from "./find-matches";
import { readMatches } from "./read-matches";
import { paths } from "@/lib/data/paths";
import { toAskedTerms } from "@/lib/data/search-terms";
import { parseTurnWords, type TurnWords } from "@/lib/data/turn-words";

/** A page that is longer costs more than it is worth. */
const maxFound = 30;

/** Finds conversations and messages by their words. Which words they have is written with each turn. */
export function createSearchIndex(store: Store) {
  return {
    /**
     * Conversations with all words of `text` in one turn or their title, the newest such place first, each
     * once a page; then those with words beginning like its last one. A page looks at 200 turns at most, 80
     * for beginnings; where that is not enough, it is short and the cursor leads on.
     */
    async search(
      userId: string,
      text: string,
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<SearchReply> {
      const asked = toAskedWords(text);
      const place = cursor === undefined ? firstPlace : parsePlace(cursor);
      const [{ matches, next }, isComplete] = await Promise.all([
        findMatches(store, { userId, asked, place, limit: Math.min(limit, maxFound) }),
        isCollected(store, userId),
      ]);
      const conversations: FoundConversation[] = await readMatches(store, { userId, asked, matches });
      return { conversations, cursor: next === null ? null : toCursor(next), isCollecting: !isComplete };
    },

    /** Collects the words of at most `count` conversations from before words were kept; `true`: none left. */
    collectOlder: (userId: string, count: number): Promise<boolean> =>
      collectOlderWords(store, userId, count),

    /**
     * The places of a conversation's replies whose turns hold most words of `text`, best first; rarer words
     * count more. Reads at most 208 documents. `beforeSeq`: only replies before that place.
     */
    async findInConversation(
      userId: string,
      conversationId: string,
      text: string,
      options: { limit: number; beforeSeq?: number },
    ): Promise<number[]> {
      const terms = toTellingTerms(text);
      const lists = await Promise.all(
        terms.map((term) => listTurns(store, { userId, conversationId, term })),
      );
      return rank(terms, lists, options);
    },
  };
}
export type SearchIndex = ReturnType<typeof createSearchIndex>;

function toCursor({ before, cursor, isBegun }: SearchPlace): string {
  return `${isBegun ? "b" : ""}${before}${cursor === undefined ? "" : `.${cursor}`}`;
}

function parsePlace(text: string): SearchPlace {
  const [, begun, before, cursor] = /^(b?)(\d{1,16})(?:\.(.+))?$/.exec(text) ?? [];
  if (before !== undefined) return { before: Number(before), cursor, isBegun: begun === "b" };
  throw new AppError("invalid_request", "This place in the list is not known. Start from the first page.");
}

const maxAskedTerms = 8;
const turnsOfTerm = 25;

/** The longest words, which are the rarest more often than not. */
function toTellingTerms(text: string): string[] {
  const terms = toAskedTerms(toKeywords(text));
  return terms.toSorted((a, b) => Buffer.byteLength(b) - Buffer.byteLength(a)).slice(0, maxAskedTerms);
}

async function listTurns(
  store: Store,
  { userId, conversationId, term }: { userId: string; conversationId: string; term: string },
): Promise<TurnWords[]> {
  const { documents } = await store.list({
    collection: paths.words(userId),
    where: [
      { field: "conversationId", op: "==", value: conversationId },
      { field: "terms", op: "has", value: term },
    ],
    limit: turnsOfTerm,
  });
  return documents.flatMap(({ data }) => parseTurnWords(data) ?? []);
}

/** Weighs by inverse document frequency (K. Spärck Jones, 1972) within what was read. */
function rank(
  terms: readonly string[],
  lists: readonly TurnWords[][],
  { limit, beforeSeq = Infinity }: { limit: number; beforeSeq?: number },
): number[] {
  const turns = new Map(lists.flat().map((turn) => [turn.seq, turn]));
  const count = Math.max(1, ...[...turns.keys()].map((seq) => seq / 2));
  const weights = lists.map(({ length }) =>
    Math.log(1 + count / (length === turnsOfTerm ? count : Math.max(1, length))),
  );
  const weigh = (held: ReadonlySet<string>) =>
    terms.reduce((sum, term, index) => sum + (held.has(term) ? (weights[index] ?? 0) : 0), 0);
  return [...turns.values()]
    .filter(({ seq }) => seq > 0 && seq < beforeSeq)
    .map(({ seq, terms: held }) => ({ seq, weight: weigh(new Set(held)) }))
    .toSorted((a, b) => b.weight - a.weight || b.seq - a.seq)
    .slice(0, limit)
    .map(({ seq }) => seq);
}
