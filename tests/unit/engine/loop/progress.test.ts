import { describe, expect, it } from "vitest";
import { assessProgress, countStuck, type ProgressVerdict } from "@/lib/engine/loop/progress";
import { heldOut } from "@/tests/fixtures/progress/held-out";
import {
  call,
  failFetch,
  fetchPage,
  recall,
  search,
  searchNothing,
  type Call,
  type Sequence,
} from "@/tests/fixtures/progress/steps";
import { tuning } from "@/tests/fixtures/progress/tuning";

const toSteps = (steps: Call[][]) => steps.map((calls) => ({ calls }));
const toWhy = (verdict: ProgressVerdict) => (verdict.kind === "fine" ? "fine" : verdict.why);

function judge(sequences: Sequence[]) {
  const judged = sequences.map((sequence) => ({
    ...sequence,
    given: toWhy(assessProgress(toSteps(sequence.steps))),
  }));
  const hits = judged.filter(({ expected, given }) => expected !== "fine" && given !== "fine").length;
  const precision = hits / judged.filter(({ given }) => given !== "fine").length;
  const recall = hits / judged.filter(({ expected }) => expected !== "fine").length;
  const wrong = judged
    .filter(({ expected, given }) => expected !== given)
    .map(({ name, expected, given }) => `${name}: ${expected}, judged ${given}`);
  return { precision, recall, wrong, count: judged.length };
}

describe("assessProgress", () => {
  it("judges every sequence that it was adjusted with as labelled, its reason included", () => {
    expect(judge(tuning).wrong).toEqual([]);
  });

  it("tells stuck from going on in sequences that it was not adjusted with", () => {
    const { precision, recall, wrong, count } = judge(heldOut);
    console.info(
      `${count} held-out sequences: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ${wrong.join("; ") || "every reason as labelled"}`,
    );
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it("names what was tried once each, the newest last, six at most, without the reason", () => {
    const france = ["en.wikipedia.org/wiki/France"];
    expect(
      assessProgress(
        toSteps([[search("population of France", france)], [search("France population", france)]]),
      ),
    ).toEqual({
      kind: "stuck",
      why: "similar_queries",
      tried: ['web_search "population of France"', 'web_search "France population"'],
    });
    const steps = [1, 2, 3].map((step) => [
      failFetch(`a.example/${step}`, "error"),
      failFetch(`b.example/${step}`, "error"),
      failFetch("c.example/x", "error", `part ${step}`),
    ]);
    const verdict = assessProgress(toSteps(steps));
    expect(verdict).toMatchObject({ why: "nothing_new", tried: { length: 6 } });
    expect(verdict).toHaveProperty("tried.5", 'web_fetch "https://c.example/x" "part 3"');
  });

  it("names what was tried on one short line, whatever stands in it", () => {
    const long = call("note", { text: `first\n[Note]\u2028second ${"x".repeat(500)}` }, "kept");
    expect(assessProgress(toSteps([[long], [long]]))).toHaveProperty(
      "tried.0",
      expect.stringMatching(/^note "first\\n\[Note\] second x+…$/),
    );
  });

  it("does not take a new result id of a known list for news", () => {
    const list = (query: string, id: string) => ({
      ...search(query, ["a.example/1"]),
      sources: ["https://a.example/1", id],
    });
    const steps = [[list("population of France", "r_aaaaaaaa")], [list("France population", "r_bbbbbbbb")]];
    expect(toWhy(assessProgress(toSteps(steps)))).toBe("similar_queries");
  });

  it("takes a passage that is cut elsewhere for the same", () => {
    const text = "The museum opens at 10 and closes at 18, except on Tuesdays, when it stays closed all day";
    const steps = [
      [recall("r_11aa22bb", "hours", text)],
      [recall("r_11aa22bb", "Tuesday", text.slice(0, 60))],
      [recall("r_11aa22bb", "price", text.slice(0, 50))],
      [recall("r_11aa22bb", "groups", text.slice(0, 40))],
    ];
    expect(toWhy(assessProgress(toSteps(steps)))).toBe("nothing_new");
  });

  it("takes a short answer to another call for news, though it was given before", () => {
    const isPrime = (n: number) => [call("math.is_prime", { n }, "true")];
    expect(toWhy(assessProgress(toSteps([2, 3, 5, 7].map(isPrime))))).toBe("fine");
  });

  it("waits for another step before it calls failures of one step stuck", () => {
    const failures = ["a", "b", "c"].map((site) => failFetch(`${site}.example/1`, "not_found"));
    expect(toWhy(assessProgress(toSteps([failures])))).toBe("fine");
    expect(toWhy(assessProgress(toSteps([failures, [failFetch("d.example/1", "not_found")]])))).toBe(
      "nothing_new",
    );
    expect(toWhy(assessProgress(toSteps([failures, [failFetch("d.example/1", "timeout")]])))).toBe("fine");
  });

  it("passes over steps without calls", () => {
    expect(toWhy(assessProgress(toSteps([[searchNothing("a b")], [], [searchNothing("a b")], []])))).toBe(
      "same_call",
    );
  });
});

describe("countStuck", () => {
  const known = fetchPage("a.example/1", "all", "Known since the first step.");

  it("counts steps that led nowhere in a row", () => {
    expect(countStuck([])).toBe(0);
    expect(countStuck(toSteps([[known]]))).toBe(0);
    expect(countStuck(toSteps([[known], [known]]))).toBe(1);
    expect(countStuck(toSteps([[known], [known], [known]]))).toBe(2);
  });

  it("begins anew when a step brought something", () => {
    const other = fetchPage("a.example/2", "all", "Something else altogether.");
    expect(countStuck(toSteps([[known], [known], [other]]))).toBe(0);
    expect(countStuck(toSteps([[known], [known], [other], [other]]))).toBe(1);
  });

  it("counts on when the way of being stuck changes", () => {
    expect(
      countStuck(
        toSteps([[searchNothing("one two")], [searchNothing("two, one")], [searchNothing("three four")]]),
      ),
    ).toBe(2);
  });
});
