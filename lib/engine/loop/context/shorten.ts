import { estimateTokens } from "@/lib/engine/loop/tokens";
import { createIndex } from "@/lib/language/bm25";
import { splitSentences, type Span } from "@/lib/language/sentences";
import { shareRoom } from "@/lib/language/share-room";
import { joinSections, splitSections, type Section } from "./sections";

/**
 * A text in at most `maxTokens`: its head, its tail and the sentences that match the question best, in their
 * order, with “…” where something is left out. Pages stay between their marks, each with a share of the
 * room. Without a question the head is longer.
 */
export function shorten(text: string, question: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const { kept, dropped } = fitFrames(splitSections(text.toWellFormed()), maxTokens);
  const note = dropped === 0 ? "" : `\n(${dropped} of ${dropped + kept.length} parts left out.)`;
  const frames = joinSections(kept.map((section) => ({ ...section, body: "" })));
  const rooms = shareRoom(
    kept.map(({ body }) => estimateTokens(body)),
    maxTokens - estimateTokens(`${frames}${note}`) - kept.length,
  );
  const shorter = joinSections(
    kept.map((section, index) => ({
      ...section,
      body: pickSentences(section.body, question, rooms[index] ?? 0),
    })),
  );
  return `${shorter}${note}`;
}

/** The marks around pages may take so much of the room. */
const frameShare = 0.6;

/** The first sections whose marks there is room for. */
function fitFrames(sections: readonly Section[], maxTokens: number): { kept: Section[]; dropped: number } {
  const kept: Section[] = [];
  let left = maxTokens * frameShare;
  for (const section of sections) {
    left -= estimateTokens(`${section.open}${section.close}`) + 1;
    if (left < 0) break;
    kept.push(section);
  }
  return { kept, dropped: sections.length - kept.length };
}

const headShare = 0.2;
const tailShare = 0.1;

function pickSentences(text: string, question: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const sentences = splitSentences(text);
  const costs = sentences.map((sentence) => estimateTokens(sentence.text) + 1);
  const chosen = new Set<number>();
  let left = maxTokens;
  const take = (order: readonly number[], room: number) => {
    let own = Math.min(room, left);
    for (const index of order) {
      const cost = costs[index] ?? 0;
      if (chosen.has(index) || cost > own) continue;
      chosen.add(index);
      own -= cost;
      left -= cost;
    }
  };
  const order = [...sentences.keys()];
  const index = createIndex(sentences.map((sentence) => sentence.text));
  take(order.slice(0, firstPast(costs, maxTokens * headShare)), maxTokens * headShare);
  take(order.slice(-1), maxTokens * tailShare);
  take(
    index.search(question).map((hit) => hit.index),
    maxTokens,
  );
  take(order, maxTokens);
  for (const last of [...chosen].reverse()) {
    const joined = joinChosen(text, sentences, chosen);
    if (estimateTokens(joined) <= maxTokens) return joined;
    chosen.delete(last);
  }
  return takeHead(text, maxTokens);
}

/** How many of the costs, from the first on, there is room for. */
function firstPast(costs: readonly number[], room: number): number {
  let left = room;
  const past = costs.findIndex((cost) => (left -= cost) < 0);
  return past === -1 ? costs.length : past;
}

/** Sentences that follow each other stand as they stood. */
function joinChosen(text: string, sentences: readonly Span[], chosen: ReadonlySet<number>): string {
  let joined = "";
  for (const [index, { start, end }] of sentences.entries()) {
    if (!chosen.has(index)) continue;
    const before = chosen.has(index - 1) ? sentences[index - 1] : undefined;
    const gap = before === undefined ? (joined === "" ? "" : "\n… ") : text.slice(before.end, start);
    joined += `${gap}${text.slice(start, end)}`;
  }
  return joined;
}

/** A cut in the last part of the room behind a sentence or a word is better than one inside a word. */
const leastShare = 0.4;

/** A text's beginning in at most `maxTokens`, up to the end of a sentence or a word where there is one. */
export function takeHead(text: string, maxTokens: number): string {
  const end = findEnd(text, maxTokens);
  if (end === text.length) return text;
  const head = text.slice(0, end);
  const least = end * leastShare;
  const sentence = Math.max(
    ...Array.from(head.matchAll(/[.!?](?=\s)|[。！？\n]/gu), ({ index }) => index + 1),
    0,
  );
  const word = head.search(/\s\S*$/);
  return head
    .slice(0, sentence >= least ? sentence : word >= least ? word : end)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd();
}

/** The end of a text in at most `maxTokens`, from the beginning of a word where there is one. */
export function takeTail(text: string, maxTokens: number): string {
  const length = findEnd(Array.from(text).reverse().join(""), maxTokens);
  const tail = text.slice(text.length - length).replace(/^[\udc00-\udfff]/, "");
  const word = tail.search(/\s/) + 1;
  return length === text.length ? text : tail.slice(word < tail.length * leastShare ? word : 0);
}

/** How many UTF-16 units from the first on are at most so many tokens. */
function findEnd(text: string, maxTokens: number): number {
  let [low, high] = [0, Math.min(text.length, Math.max(0, Math.floor(maxTokens)) * 4)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return low;
}
