import { createRelateFact } from "@/lib/memory/compare/relate-fact";
import { relateByRules } from "@/lib/memory/compare/relate-by-rules";
import type { Pair } from "@/tests/evaluation/memory-pairs/suite";
import { listEnglishPairs, listOpenPairs, type OpenPair } from "@/tests/evaluation/vectors/candidates";
import { startVectorServer, type VectorServer } from "@/tests/evaluation/vectors/vector-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("facts that rules cannot tell apart, with the vectors of a named model", () => {
  let server: VectorServer;
  let open: OpenPair[] = [];

  beforeAll(async () => {
    server = await startVectorServer();
    open = await listOpenPairs(server.compareMeaning);
  });
  afterAll(() => server.close());

  it("bring the known fact before the small model from among twenty-six, at least as often as words do", () => {
    const related = open.filter(({ expected }) => expected !== "separate");
    const shown = related.filter(({ shownByMeaning }) => shownByMeaning).length;
    expect(shown / related.length).toBeGreaterThanOrEqual(0.95);
    expect(shown).toBeGreaterThanOrEqual(related.filter(({ shownByWords }) => shownByWords).length);
  });

  it("stay separate where they are, whichever fact is looked at", () => {
    expect(open.filter(({ expected, found }) => expected === "separate" && found !== "separate")).toEqual([]);
  });

  it("stay beside each other without a small model, however near they are", async () => {
    const relateFact = createRelateFact({
      compareMeaning: server.compareMeaning,
      askSmallModel: async () => null,
    });
    const relate = async ({ old, new: fresh }: Pair) =>
      (await relateFact(fresh, [{ id: "known", content: old }], AbortSignal.timeout(30_000))).relation.kind;
    const pairs = listEnglishPairs();
    const found = await Promise.all(pairs.map(relate));
    expect(found).toEqual(
      pairs.map(({ old, new: fresh }) => toKept(relateByRules(fresh, [{ id: "known", content: old }]).kind)),
    );
  });
});

function toKept(kind: ReturnType<typeof relateByRules>["kind"]): string {
  return kind === "unsure" ? "separate" : kind;
}
