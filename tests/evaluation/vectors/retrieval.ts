import { findFacts } from "@/lib/features/memory/find-facts";
import type { CompareMeaning } from "@/lib/protocol/ask";
import type { Fact } from "@/lib/features/memory/shape";
import { askingPeople, type AskingPerson } from "./people";
import { unseenPeople } from "./unseen-questions";

/** `foreign`: in Chinese and mixed, which the model does not know. */
export const askingSets = ["developed", "unseen", "foreign"] as const;
export type AskingSet = (typeof askingSets)[number];
export const ways = ["words", "meaning", "both"] as const;
export type Way = (typeof ways)[number];

export type GivenFacts = { set: AskingSet; ask: string; wanted: string[]; given: Record<Way, string[]> };

/** The questions of a set with the facts that each way of searching memory finds: words, meaning, and both. */
export async function giveFacts(set: AskingSet, compare: CompareMeaning): Promise<GivenFacts[]> {
  const given: GivenFacts[] = [];
  for (const { facts, questions } of listPeople(set)) {
    for (const { ask, wanted } of questions)
      given.push({ set, ask, wanted, given: await giveEachWay(facts, ask, compare) });
  }
  return given;
}

function listPeople(set: AskingSet): Pick<AskingPerson, "facts" | "questions">[] {
  if (set === "foreign") return unseenPeople.filter(({ name }) => name !== "English");
  const earlier = set === "developed" ? unseenPeople.filter(({ name }) => name === "English") : [];
  return [...earlier, ...askingPeople.filter((person) => person.set === set)].map(({ facts, questions }) => ({
    facts,
    questions: questions.filter(({ ask }) => !/\p{Script=Han}/u.test(ask)),
  }));
}

async function giveEachWay(
  facts: readonly Fact[],
  ask: string,
  compare: CompareMeaning,
): Promise<Record<Way, string[]>> {
  const contents = facts.map(({ content }) => content);
  const compared = await compare(ask, contents, AbortSignal.timeout(10_000));
  const nearness = new Map(facts.map(({ id }, index) => [id, compared?.scores[index] ?? 0]));
  const find = (term: string, near: typeof nearness | null) =>
    toIds(findFacts({ facts: [...facts], history: [] }, { terms: [term], categories: [] }, near, 0));
  return { words: find(ask, null), meaning: find("-", nearness), both: find(ask, nearness) };
}

function toIds(facts: readonly Fact[]): string[] {
  return facts.map(({ id }) => id);
}

/** `found`: questions for which everything wanted is found; `first`: for which a wanted fact comes first; `others`: how much else, each. */
export type RetrievalRates = { asked: number; found: number; first: number; others: number };

export function rateRetrieval(answers: readonly GivenFacts[], way: Way): RetrievalRates {
  const personal = answers.filter(({ wanted }) => wanted.length > 0);
  const others = personal.flatMap(({ given, wanted }) => given[way].filter((id) => !wanted.includes(id)));
  return {
    asked: personal.length,
    found: personal.filter(({ given, wanted }) => wanted.every((id) => given[way].includes(id))).length,
    first: personal.filter(({ given, wanted }) => wanted.includes(given[way][0] ?? "")).length,
    others: others.length / personal.length,
  };
}

export function writeRetrievalTable(answers: readonly GivenFacts[]): string {
  const rows = askingSets.flatMap((set) =>
    ways.map((way) => {
      const { asked, found, first, others } = rateRetrieval(
        answers.filter((one) => one.set === set),
        way,
      );
      return `| ${set} | ${way} | ${found} of ${asked} | ${first} of ${asked} | ${others.toFixed(2)} |`;
    }),
  );
  return [
    "| Questions | Facts by | All wanted facts found | A wanted fact first | Other facts, each |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
