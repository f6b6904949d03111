import { listOpenFacts, selectPromptFacts, toMeaningQuery } from "@/lib/memory/prompt-facts";
import { findFacts } from "@/lib/memory/retrieve/find-facts";
import { readNearness, type CompareMeaning } from "@/lib/memory/retrieve/nearness";
import type { Fact } from "@/lib/protocol/memories";
import { unseenPeople } from "@/tests/unit/memory/retrieve/unseen-questions";
import { askingPeople, type AskingPerson } from "./people";

/** `foreign`: in Chinese and mixed, which the model does not know. */
export const askingSets = ["developed", "unseen", "foreign"] as const;
export type AskingSet = (typeof askingSets)[number];
export const ways = ["words", "meaning", "both"] as const;
export type Way = (typeof ways)[number];

export type GivenFacts = { set: AskingSet; ask: string; wanted: string[]; given: Record<Way, string[]> };

/** The questions of a set with the facts that each way gives: words alone, meaning alone, and what the product does, both. */
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
  const query = { question: ask, earlier: [] };
  const { nearness } = await readNearness(
    { compare, addCost: async () => undefined },
    toMeaningQuery(query),
    listOpenFacts(facts, query, 0),
    { limitMs: 10_000 },
  );
  return {
    words: toIds(selectPromptFacts(facts, query, { now: 0 })),
    meaning: toIds(findFacts(facts, { said: [], nearness }, 0)),
    both: toIds(selectPromptFacts(facts, query, { now: 0, nearness })),
  };
}

function toIds(facts: readonly Fact[]): string[] {
  return facts.map(({ id }) => id);
}

/** `found`: questions for which everything wanted was given; `others`: how much else, each; `untouched`: questions about nothing personal for which nothing was. */
export type RetrievalRates = {
  asked: number;
  found: number;
  others: number;
  strange: number;
  untouched: number;
};

export function rateRetrieval(answers: readonly GivenFacts[], way: Way): RetrievalRates {
  const personal = answers.filter(({ wanted }) => wanted.length > 0);
  const strange = answers.filter(({ wanted }) => wanted.length === 0);
  const others = personal.flatMap(({ given, wanted }) => given[way].filter((id) => !wanted.includes(id)));
  return {
    asked: personal.length,
    found: personal.filter(({ given, wanted }) => wanted.every((id) => given[way].includes(id))).length,
    others: others.length / personal.length,
    strange: strange.length,
    untouched: strange.filter(({ given }) => given[way].length === 0).length,
  };
}

export function writeRetrievalTable(answers: readonly GivenFacts[]): string {
  const rows = askingSets.flatMap((set) =>
    ways.map((way) => {
      const { asked, found, others, strange, untouched } = rateRetrieval(
        answers.filter((one) => one.set === set),
        way,
      );
      return `| ${set} | ${way} | ${found} of ${asked} | ${others.toFixed(2)} | ${untouched} of ${strange} |`;
    }),
  );
  return [
    "| Questions | Facts by | Right facts given | Other facts, each | Nothing given where nothing is asked of the person |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
