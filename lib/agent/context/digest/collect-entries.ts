import { readDetails } from "./details";
import { isCorrection } from "./kind-of-sentence";
import { replacesInstruction } from "./replaced-instructions";
import { isPartOf, toSubject, type Subject } from "./subject";
import { parseSummary, type SummaryEntry } from "./summary-entries";
import { listTelling, type SummaryTurn, type TellingSentence } from "./telling-sentences";
import { weighEntry } from "./weigh-entry";

export type WeighedEntry = { entry: SummaryEntry; weight: number };
/** A value that was told anew: where the one stands without the other, what stands there is no longer so. */
export type ChangedValue = { old: ReadonlySet<string>; now: ReadonlySet<string> };
export type Collected = { entries: WeighedEntry[]; changed: ChangedValue[] };

type Live = TellingSentence & { subject?: Subject };

/** The entries of the earlier summary and of the turns behind it, oldest first, without what was told anew; at most about twice `capacity` at any time. */
export function collectEntries(before: string, turns: readonly SummaryTurn[], capacity: number): Collected {
  let live: Live[] = parseSummary(before.toWellFormed()).map(toLive);
  const changed: ChangedValue[] = [];
  let question = "";
  for (const turn of turns) {
    for (const sentence of listTelling(turn, question)) {
      live = addSentence(live, sentence, changed);
    }
    if (turn.role === "user") question = turn.text;
    if (live.length > 2 * capacity) live = keepBest(live, capacity);
  }
  return { entries: keepBest(live, capacity), changed };
}

function toLive(entry: SummaryEntry): Live {
  const details = readDetails(entry.text);
  // It was worth a line when it was written, in whoever's words.
  const weight = Math.max(weighEntry(entry, details), 1);
  return {
    entry,
    details,
    weight,
    isCorrection: entry.kind !== "instruction" && !entry.isAnswer && isCorrection(entry.text),
  };
}

function addSentence(live: Live[], added: Live, changed: ChangedValue[]): Live[] {
  const { entry } = added;
  if (entry.kind === "instruction") {
    return [
      ...live.filter(
        (one) => one.entry.kind !== "instruction" || !replacesInstruction(entry.text, one.entry.text),
      ),
      added,
    ];
  }
  const kept =
    entry.isAnswer || added.details.values.length + added.details.names.length === 0
      ? live
      : correct(live, added, changed);
  const isRepeated = kept.some(
    (one) => one.entry.text === entry.text && one.entry.isAnswer === entry.isAnswer,
  );
  if (isRepeated)
    return [
      ...kept.filter((one) => one.entry.text !== entry.text || one.entry.isAnswer !== entry.isAnswer),
      added,
    ];
  kept.push(added);
  return kept;
}

/** Without what the sentence tells anew; what says more than that stays, marked. */
function correct(live: Live[], added: Live, changed: ChangedValue[]): Live[] {
  const now = getSubject(added);
  if (now.values.size === 0 || (!added.isCorrection && !now.isPlainValue)) return live;
  const others = live.filter(
    (one) =>
      one.entry.kind !== "instruction" && one.entry.kind !== "topic" && isOtherValue(getSubject(one), now),
  );
  const gone = new Set(others.filter((one) => isReplaced(one, added)));
  for (const one of gone) changed.push({ old: getSubject(one).values, now: now.values });
  if (added.isCorrection && gone.size === 0) markPart(others, added, now);
  return gone.size === 0 ? live : live.filter((one) => !gone.has(one));
}

function isOtherValue(before: Subject, now: Subject): boolean {
  return (
    before.values.size > 0 &&
    before.words.size > 0 &&
    [...now.values].some((value) => !before.values.has(value))
  );
}

function isReplaced(one: Live, added: Live): boolean {
  const [before, now] = [getSubject(one), getSubject(added)];
  if (before.key === now.key) return added.isCorrection || before.isPlainValue;
  // “Not 4521 but 4512.”
  const isNamed = added.isCorrection && [...before.values].every((value) => now.values.has(value));
  return (
    isNamed &&
    (now.words.size === 0 || isPartOf(now.words, before.words) || isPartOf(before.words, now.words))
  );
}

function markPart(others: readonly Live[], added: Live, now: Subject): void {
  const parts = others.filter(
    (one) =>
      now.words.size > 0 &&
      (isPartOf(now.words, getSubject(one).words) || isPartOf(getSubject(one).words, now.words)),
  );
  // Of several nobody can tell which one is meant.
  const keys = new Set(parts.map((one) => getSubject(one).key));
  if (keys.size !== 1) return;
  for (const one of parts) {
    one.entry = { ...one.entry, changedIn: added.entry.seq };
    one.weight = Math.max(weighEntry(one.entry, one.details), 1);
  }
}

function getSubject(one: Live): Subject {
  one.subject ??= toSubject(one.entry.text, one.details);
  return one.subject;
}

/** In their order; a later one counts a little more than an earlier one of the same weight. */
function keepBest<T extends WeighedEntry>(live: T[], capacity: number): T[] {
  if (live.length <= capacity) return live;
  const best = new Set(rankEntries(live).slice(0, capacity));
  return live.filter((one) => best.has(one));
}

const newestBonus = 8;
/** Of many sentences of one form each further one tells less. */
const repeatCost = 0.8;
const mostRepeats = 10;

/** The most telling and the newest first. */
export function rankEntries<T extends WeighedEntry>(entries: readonly T[]): T[] {
  const repeats = countRepeats(entries);
  const ranked = entries.map((one, index) => {
    const age = (newestBonus * index) / Math.max(entries.length - 1, 1);
    return {
      one,
      rank:
        one.weight +
        age -
        repeatCost * Math.min(repeats[index] ?? 0, mostRepeats) -
        one.entry.text.length / 60,
    };
  });
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ one }) => one);
}

/** For each entry, how many newer ones say the same of other names and numbers. */
function countRepeats(entries: readonly WeighedEntry[]): number[] {
  const seen = new Map<string, number>();
  return entries
    .toReversed()
    .map(({ entry }) => {
      const form = entry.text.replace(/\p{N}+|\p{Lu}[\p{L}'’]*/gu, "");
      const count = seen.get(form) ?? 0;
      seen.set(form, count + 1);
      return count;
    })
    .toReversed();
}
