import type { Fact } from "@/lib/protocol/memories";

/** How near texts are to a query in meaning, from -1 to 1, and what telling cost; `null` without a model for that. */
export type CompareMeaning = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<{ scores: number[]; costMicroUsd: number } | null>;

export type NearnessDeps = {
  compare: CompareMeaning | null;
  /** For what is told too late for the answer that asked. */
  addCost: (microUsd: number) => Promise<void>;
};

/** What facts are compared with. `isOfPerson`: it asks about the person, so that what is a little nearer than chance may be meant. */
export type MeaningQuery = { text: string; isOfPerson: boolean };

/** `nearness`: by how much facts are nearer the query than what has nothing to do with it, those alone that are. */
export type Nearness = { nearness: ReadonlyMap<string, number> | null; costMicroUsd: number };

/** What comes later than `limitMs` is still waited for elsewhere this long: its vectors are kept for the next time. */
const lateMs = 8_000;
const unknown: Nearness = { nearness: null, costMicroUsd: 0 };

/** Waits `limitMs` at most, and gives `null` as nearness where nothing can be told by then. Throws only what `signal` throws. */
export async function readNearness(
  { compare, addCost }: NearnessDeps,
  query: MeaningQuery,
  facts: readonly Fact[],
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal },
): Promise<Nearness> {
  if (compare === null || facts.length === 0 || query.text.trim() === "") return unknown;
  const late = AbortSignal.timeout(lateMs);
  const asked = compare(
    query.text,
    [...facts.map(({ content }) => content), ...unrelated],
    signal === undefined ? late : AbortSignal.any([late, signal]),
  ).catch(() => null);
  const told = await within(asked, limitMs);
  signal?.throwIfAborted();
  if (told === "late") {
    void asked.then((answer) => addCost(answer?.costMicroUsd ?? 0)).catch(() => undefined);
    return unknown;
  }
  return told === null
    ? unknown
    : { nearness: toNearness(facts, told.scores, query), costMicroUsd: told.costMicroUsd };
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, limitMs, "late");
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Models differ in how near they put what is unrelated; these tell it for each model and question. */
const unrelated = [
  "The museum repainted its third staircase last autumn.",
  "A committee counted the screws in the drawer.",
  "The parcel was weighed twice and sent back.",
  "Gravel is sold by the cubic metre.",
  "The meeting room has eleven chairs and one lamp.",
  "仓库的门牌上周换成了铝制的。",
  "这份表格一共有四栏。",
  "传送带每小时停一次。",
];

/** Chosen with the vectors of a named model (docs/evaluation.md). */
const leastNearer = { ofPerson: 0.05, ofAnything: 0.12 };
/** Beside a fact that is meant, those less than half as near are near by their form. */
const leastShare = 0.5;

function toNearness(
  facts: readonly Fact[],
  scores: readonly number[],
  { isOfPerson }: MeaningQuery,
): Map<string, number> {
  const floor = Math.max(...scores.slice(facts.length));
  const nearer = facts.map(({ id }, index): [string, number] => [id, (scores[index] ?? -1) - floor]);
  const least = Math.max(
    isOfPerson ? leastNearer.ofPerson : leastNearer.ofAnything,
    leastShare * Math.max(...nearer.map(([, by]) => by)),
  );
  return new Map(nearer.filter(([, by]) => by >= least));
}
