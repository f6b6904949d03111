import type { ConversationSummary, FoundConversation, TextRange } from "@/lib/protocol/conversations";

/** The conversations whose titles match the query. */
export function matchTitles(
  conversations: readonly ConversationSummary[],
  query: string,
): FoundConversation[] {
  const words = toBeginnings(query);
  return conversations.flatMap((conversation) => {
    const titleMarks = findMarks(conversation.title, words);
    return titleMarks === null ? [] : { ...conversation, titleMarks, snippet: null };
  });
}

/**
 * Whether every word of the query begins a word of the title. What is written without blanks between words,
 * such as Chinese, may stand anywhere.
 */
export function isTitleMatch(title: string, query: string): boolean {
  return findMarks(title, toBeginnings(query)) !== null;
}

/** Title matches as listed, then what else was found; each conversation once, with the place found in it. */
export function mergeFound(
  titled: readonly FoundConversation[],
  found: readonly FoundConversation[],
): FoundConversation[] {
  const snippets = new Map(found.map(({ id, snippet }) => [id, snippet]));
  const ids = new Set(titled.map(({ id }) => id));
  return [
    ...titled.map((each) => ({ ...each, snippet: snippets.get(each.id) ?? null })),
    ...found.filter(({ id }) => !ids.has(id)),
  ];
}

const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const spaced = `(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])`;
let patterns: { word: RegExp; unspaced: RegExp } | null = null;

/** Made when somebody searches: a browser needs milliseconds for each. */
function getPatterns() {
  return (patterns ??= {
    word: new RegExp(`[${unspaced}]+|${spaced}+`, "gu"),
    unspaced: new RegExp(`^[${unspaced}]`, "u"),
  });
}

/** Words are letters and digits, so that none of them means something in a pattern. */
function toBeginnings(query: string): RegExp[] {
  const { word: wordPattern, unspaced: unspacedPattern } = getPatterns();
  const words = query.normalize("NFKC").match(wordPattern) ?? [];
  return words.map((word) => new RegExp(unspacedPattern.test(word) ? word : `(?<!${spaced})${word}`, "giu"));
}

/** Where the words stand, in order; what touches is one. `null` when one is missing, or none is asked for. */
function findMarks(title: string, words: readonly RegExp[]): TextRange[] | null {
  const places = words.map((word) =>
    [...title.matchAll(word)].map((match): TextRange => [match.index, match.index + match[0].length]),
  );
  if (words.length === 0 || places.some((each) => each.length === 0)) return null;
  const marks: TextRange[] = [];
  for (const [start, end] of places.flat().toSorted(([a], [b]) => a - b)) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}
