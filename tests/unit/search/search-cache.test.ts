import { createRunPurse } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { describe, expect, it } from "vitest";
import type { SearchQuery } from "@/lib/features/web/search/engine";
import { createFailing, createTold, openSearch, toUrls } from "./told-engines";

const minute = 60_000;

describe("an answer that is there already", () => {
  it("is given again for an hour, whatever the blanks and capitals, and costs nothing", async () => {
    const { ask, clock } = openSearch();
    const engine = createTold("First", toUrls("a", 3), { costMicroUsd: 5_000 });
    const first = await ask([engine]);
    clock.at += 59 * minute;
    expect(await ask([engine], { query: "  Sextant " })).toEqual({ ...first, costMicroUsd: 0 });
    expect([first.costMicroUsd, engine.asked.length]).toEqual([5_000, 1]);
    clock.at += 2 * minute;
    await ask([engine]);
    expect(engine.asked).toHaveLength(2);
  });

  it.each([
    ["another limit", { limit: 2 }],
    ["other sites", { sites: ["a.test"] }],
    ["a freshness", { freshness: "year" }],
    ["another language", { language: "de" }],
    ["a topic", { topic: "news" }],
    ["something looked for", { targetInfo: ["x"] }],
    ["other words", { query: "octant" }],
  ] satisfies [string, Partial<SearchQuery>][])("is not that of a search with %s", async (_kind, other) => {
    const { ask } = openSearch();
    const engine = createTold("First", toUrls("a", 3));
    await ask([engine]);
    await ask([engine], other);
    expect(engine.asked).toHaveLength(2);
  });

  it("is not that of other engines", async () => {
    const { ask } = openSearch();
    const [first, second] = [createTold("First", toUrls("a", 3)), createTold("Second", toUrls("b", 3))];
    await ask([first, second]);
    expect((await ask([second, first])).engine).toBe("Second");
  });

  it.each([
    ["of the last day", { freshness: "day" }],
    ["of the last week", { freshness: "week" }],
    ["about now", { query: "latest sextant news" }],
    ["about now in Chinese", { query: "今天 天气" }],
  ] satisfies [string, Partial<SearchQuery>][])(
    "is kept five minutes for a question %s",
    async (_kind, query) => {
      const { ask, clock } = openSearch();
      const engine = createTold("First", toUrls("a", 3));
      await ask([engine], query);
      clock.at += 4 * minute;
      await ask([engine], query);
      expect(engine.asked).toHaveLength(1);
      clock.at += 2 * minute;
      await ask([engine], query);
      expect(engine.asked).toHaveLength(2);
    },
  );

  it("is kept five minutes when an engine failed, and not at all when nothing was found", async () => {
    const { ask, clock } = openSearch();
    const [first, second, empty] = [
      createFailing("First"),
      createTold("Second", toUrls("b", 3)),
      createTold("Empty", [], { rewordsItself: true }),
    ];
    for (const later of [0, 4, 2]) {
      clock.at += later * minute;
      await ask([first, second]);
      await ask([empty]);
    }
    expect([second.asked.length, empty.asked.length]).toEqual([2, 3]);
  });

  it("is never given where the setting is 0, and follows the setting at once", async () => {
    const { ask, clock } = openSearch();
    const engine = createTold("First", toUrls("a", 3));
    await ask([engine], {}, 0);
    await ask([engine], {}, 0);
    expect(engine.asked).toHaveLength(2);
    await ask([engine], {}, 60);
    clock.at += 2 * minute;
    await ask([engine], {}, 1);
    expect(engine.asked).toHaveLength(4);
  });

  it("is waited for by all who ask at the same time, asked once and paid once", async () => {
    const { ask } = openSearch();
    const gate = Promise.withResolvers<string[]>();
    const engine = createTold("First", () => gate.promise, { costMicroUsd: 5_000 });
    const all = Promise.all([ask([engine]), ask([engine]), ask([engine])]);
    gate.resolve(toUrls("a", 3));
    const answers = await all;
    expect(engine.asked).toHaveLength(1);
    expect(answers.map(({ costMicroUsd }) => costMicroUsd).toSorted()).toEqual([0, 0, 5_000]);
    expect(answers.map(({ results }) => results.length)).toEqual([3, 3, 3]);
  });

  it("is not what another one's money leaves out", async () => {
    const { ask } = openSearch();
    const gate = Promise.withResolvers<string[]>();
    const free = createTold("Free", () => gate.promise);
    const paid = createTold("Paid", toUrls("p", 3), { costMicroUsd: 5_000 });
    const person = { ...plenty, charge: async () => undefined };
    const poor = ask([paid, free], {}, 60, createRunPurse(4_000, person));
    const rich = ask([paid, free]);
    gate.resolve(toUrls("f", 3));
    expect((await poor).served).toEqual(["Free"]);
    expect((await poor).failed).toEqual([
      { engine: "Paid", message: expect.stringContaining("0.5 cents, and 0.4 of the 0.4 cents") },
    ]);
    expect([(await rich).served, (await rich).costMicroUsd]).toEqual([["Paid"], 5_000]);
    expect((await ask([paid, free], {}, 60, createRunPurse(0, person))).served).toEqual(["Paid"]);
  });

  it("still comes to one who waits when another one leaves", async () => {
    const { ask } = openSearch();
    const gate = Promise.withResolvers<string[]>();
    const engine = createTold("First", () => gate.promise);
    const leaver = new AbortController();
    const left = ask([engine], { signal: leaver.signal });
    const stays = ask([engine]);
    leaver.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    gate.resolve(toUrls("a", 3));
    expect((await stays).results).toHaveLength(3);
  });
});
