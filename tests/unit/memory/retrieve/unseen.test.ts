import { selectPromptFacts } from "@/lib/memory/prompt-facts";
import { describe, expect, it } from "vitest";
import { unseenPeople, type UnseenPerson } from "./unseen-questions";

/** `found`: questions for which everything that was wanted was given; `untouched`: those about nothing personal for which nothing was. */
function count({ facts, questions }: UnseenPerson) {
  const answers = questions.map(({ ask, wanted }) => {
    const given = selectPromptFacts(facts, { question: ask, earlier: [] }, { now: 0 }).map(({ id }) => id);
    return { wanted, given, isFound: wanted.every((id) => given.includes(id)) };
  });
  const personal = answers.filter(({ wanted }) => wanted.length > 0);
  const strange = answers.filter(({ wanted }) => wanted.length === 0);
  const others = personal.flatMap(({ given, wanted }) => given.filter((id) => !wanted.includes(id)));
  return {
    found: personal.filter(({ isFound }) => isFound).length,
    missed: questions.flatMap(({ ask }, index) => (answers[index]?.isFound === false ? [ask] : [])),
    othersEach: others.length / personal.length,
    untouched: strange.filter(({ given }) => given.length === 0).length,
    strange: strange.length,
  };
}

describe("questions that were written before the rules were tried on them", () => {
  it.each(unseenPeople.map((person) => [person.name, person] as const))(
    "are given the facts that they need, and few others: %s",
    (name, person) => {
      const { found, missed, othersEach, untouched, strange } = count(person);
      const personal = found + missed.length;
      console.info(
        `${name}: found ${found} of ${personal}, ${othersEach.toFixed(1)} others each, nothing given ${untouched} of ${strange}; missed: ${missed.join(" ") || "none"}`,
      );
      expect(found / personal).toBeGreaterThanOrEqual(0.92);
      expect(othersEach).toBeLessThanOrEqual(1);
      expect(untouched).toBe(strange);
    },
  );
});
