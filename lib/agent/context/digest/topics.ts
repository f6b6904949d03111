import { stripStopWords } from "@/lib/text/stop-words";
import type { SummaryEntry } from "./summary-entries";
import type { SummaryTurn } from "./telling-sentences";

const maxTopics = 6;
const wordsPerTopic = 6;
/** Enough to tell what it was about. */
const readTurns = 40;
const readCharacters = 200;

/** Earlier topics and that of the turns. */
export function extendTopics(before: readonly SummaryEntry[], turns: readonly SummaryTurn[]): SummaryEntry[] {
  return joinUntil([...before, ...listTopic(turns)], (topics) => topics.length <= maxTopics);
}

/** Topics of which the shortest neighbours were joined until they fit; none when not even one does. */
export function joinUntil(
  topics: readonly SummaryEntry[],
  fits: (topics: readonly SummaryEntry[]) => boolean,
): SummaryEntry[] {
  const joined = [...topics];
  while (joined.length > 0 && !fits(joined)) {
    const at = findShortestPair(joined);
    const [one, other] = joined.slice(at, at + 2);
    if (one === undefined || other === undefined) return [];
    joined.splice(at, 2, joinTopics(one, other));
  }
  return joined;
}

function listTopic(turns: readonly SummaryTurn[]): SummaryEntry[] {
  const [first, last] = [turns[0], turns.at(-1)];
  const words = listFrequent(turns.filter(({ role }) => role === "user"));
  if (first === undefined || last === undefined || words.length === 0) return [];
  return [
    {
      kind: "topic",
      seq: first.seq,
      until: last.seq,
      isAnswer: false,
      changedIn: null,
      text: words.join(", "),
    },
  ];
}

function listFrequent(turns: readonly SummaryTurn[]): string[] {
  const stride = Math.max(1, Math.ceil(turns.length / readTurns));
  const counts = new Map<string, { word: string; count: number }>();
  for (const { text } of turns.filter((_turn, index) => index % stride === 0)) {
    const words = stripStopWords(text.slice(0, readCharacters).toWellFormed()).split(" ");
    for (const word of new Set(
      words.filter((one) => /^\p{L}{2,24}$/u.test(one) && (one.length > 3 || /\p{Script=Han}/u.test(one))),
    )) {
      const known = counts.get(word.toLowerCase());
      if (known === undefined) counts.set(word.toLowerCase(), { word, count: 1 });
      else known.count += 1;
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, wordsPerTopic)
    .map(({ word }) => word);
}

function findShortestPair(topics: readonly SummaryEntry[]): number {
  if (topics.length < 2) return 0;
  const spans = topics
    .slice(1)
    .map((topic, index) => (topic.until ?? topic.seq ?? 0) - (topics[index]?.seq ?? 0));
  return spans.indexOf(Math.min(...spans));
}

function joinTopics(one: SummaryEntry, other: SummaryEntry): SummaryEntry {
  const [words, others] = [one.text.split(", "), other.text.split(", ")];
  const joined = words.flatMap((word, index) => [word, ...others.slice(index, index + 1)]);
  return {
    ...one,
    until: other.until ?? other.seq,
    text: [...new Set(joined)].slice(0, wordsPerTopic).join(", "),
  };
}
