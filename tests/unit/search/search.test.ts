import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { createRunPurse } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { askEngines } from "@/lib/features/web/search/ask-engines";
import { createFailing, createTold, openSearch, toResult, toUrls } from "./told-engines";

describe("a search over engines", () => {
  it("is answered by the first engine alone when that finds enough", async () => {
    const [first, second] = [createTold("First", toUrls("a", 4)), createTold("Second", toUrls("b", 4))];
    expect(await openSearch().ask([first, second])).toEqual({
      engine: "First",
      results: toUrls("a", 3).map(toResult),
      served: ["First"],
      failed: [],
      notes: ["First says"],
      costMicroUsd: 0,
    });
    expect(second.asked).toEqual([]);
  });

  it("is filled up by the next engine without what is there already", async () => {
    const first = createTold("First", ["https://a.test/1", "https://a.test/2"]);
    const second = createTold("Second", [
      "http://www.a.test/1/?utm_source=x",
      "https://b.test/",
      "https://c.test/",
    ]);
    expect(await openSearch().ask([first, second])).toMatchObject({
      engine: "First",
      results: [{ url: "https://a.test/1" }, { url: "https://a.test/2" }, { url: "https://b.test/" }],
      served: ["First", "Second"],
      notes: ["First says", "Second says"],
    });
  });

  it("does not name an engine as serving that only repeated or found nothing", async () => {
    const engines = [
      createTold("First", ["https://a.test/1"]),
      createTold("Second", ["https://a.test/1/"]),
      createTold("Third", []),
    ];
    expect(await openSearch().ask(engines)).toMatchObject({
      engine: "First",
      served: ["First"],
      results: [{ url: "https://a.test/1" }],
    });
  });

  it.each(["search_unavailable", "quota_exhausted", "timeout", "configuration", "internal"] as const)(
    "goes on to the next engine after %s and says who failed",
    async (code) => {
      const answer = await openSearch().ask([
        createFailing("First", code),
        createTold("Second", toUrls("b", 3)),
      ]);
      expect(answer).toMatchObject({
        engine: "Second",
        served: ["Second"],
        failed: [{ engine: "First", message: "First is down." }],
      });
    },
  );

  it("goes on after an engine that breaks in a way of its own, without a word of it", async () => {
    const broken = createTold("First", () => Promise.reject(new TypeError("cannot read /etc/secret")));
    const answer = await openSearch().ask([broken, createTold("Second", toUrls("b", 3))]);
    expect(answer.served).toEqual(["Second"]);
    expect(JSON.stringify(answer)).not.toContain("secret");
  });

  it("gives a slow engine a part of the time only", async () => {
    const slow = createTold(
      "Slow",
      ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const answer = await openSearch(30).ask([slow, createTold("Second", toUrls("b", 3))]);
    expect(answer).toMatchObject({
      served: ["Second"],
      failed: [{ engine: "Slow", message: "Slow did not answer within 0.03 seconds." }],
    });
  });

  it("finds nothing when one answered so and the others failed", async () => {
    const answer = await openSearch().ask([createFailing("First"), createTold("Second", [])]);
    expect(answer).toMatchObject({
      engine: "Second",
      served: [],
      results: [],
      failed: [{ engine: "First" }],
    });
  });

  it("fails with every reason when nobody answers, and when there is nobody", async () => {
    const { ask } = openSearch();
    await expect(ask([createFailing("First"), createFailing("Second")])).rejects.toMatchObject({
      code: "search_unavailable",
      message: "First is down. Second is down.",
    });
    await expect(ask([])).rejects.toMatchObject({
      code: "search_unavailable",
      message: "No search engine is set up.",
    });
  });

  it("asks nobody else once it is stopped", async () => {
    const stop = new AbortController();
    const first = createTold(
      "First",
      () => (stop.abort(), Promise.reject(new AppError("aborted", "Stopped."))),
    );
    const second = createTold("Second", toUrls("b", 3));
    const { ask, breakers } = openSearch();
    const watch = { breakers, engineLimitMs: 1_000 };
    await expect(
      askEngines({ query: "x", limit: 3, signal: stop.signal }, [first, second], watch),
    ).rejects.toMatchObject({ code: "aborted" });
    await expect(ask([second], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    expect(second.asked).toEqual([]);
    expect(breakers.get("engine", "first").read().failures).toBe(0);
  });

  it("counts what the engines cost that answered, also with nothing", async () => {
    const engines = [
      createFailing("First"),
      createTold("Empty", [], { costMicroUsd: 5_000 }),
      createTold("Third", toUrls("c", 3), { costMicroUsd: 8_000 }),
    ];
    const failing = { ...createFailing("Failing"), costMicroUsd: 70_000 };
    expect((await openSearch().ask([failing, ...engines])).costMicroUsd).toBe(13_000);
  });

  it("puts what holds more of what is looked for further up, out of twice as many", async () => {
    const engine = createTold("First", []);
    engine.search = async (query) => {
      engine.asked.push(query);
      return {
        results: ["one", "two", "accuracy of angles"].map((title, index) => ({
          ...toResult(`https://a.test/${index}`),
          title,
        })),
        notes: [],
      };
    };
    const { results } = await openSearch().ask([engine], {
      limit: 2,
      targetInfo: ["the accuracy of the angle"],
    });
    expect(engine.asked[0]?.limit).toBe(4);
    expect(results.map(({ title }) => title)).toEqual(["one", "accuracy of angles"]);
  });
});

describe("a search with a focus", () => {
  const site = { kind: "site", site: "a.test" } as const;

  it("asks those engines only that can keep to it", async () => {
    const { ask } = openSearch();
    const able = createTold("Able", ["https://able.test/1"], { focuses: ["news"] });
    const other = createTold("Other", toUrls("other", 3));
    const { served } = await ask([other, able], { focus: { kind: "news" } });
    expect(served).toEqual(["Able"]);
    expect(other.asked).toEqual([]);
  });

  it("says that nobody here can", async () => {
    const { ask } = openSearch();
    await expect(
      ask([createTold("Other", ["https://a.test/"])], { focus: { kind: "academic" } }),
    ).rejects.toMatchObject({
      code: "search_unavailable",
      message:
        "The person limits web search to academic results, and no search engine that is set up here can do that.",
    });
  });

  it("leaves out what an engine finds elsewhere", async () => {
    const { ask } = openSearch();
    const urls = ["https://b.test/1", "https://sub.a.test/2", "https://a.test.evil.test/3"];
    const { results } = await ask([createTold("Able", urls, { focuses: ["site"] })], {
      focus: site,
      sites: [site.site],
    });
    expect(results.map(({ url }) => url)).toEqual(["https://sub.a.test/2"]);
  });

  it("is not answered by what was found without it", async () => {
    const { ask } = openSearch();
    const able = createTold("Able", toUrls("able", 3), { focuses: ["news"] });
    await ask([able]);
    await ask([able], { focus: { kind: "news" } });
    expect(able.asked.map(({ focus }) => focus)).toEqual([undefined, { kind: "news" }]);
  });
});

describe("an engine that fails", () => {
  it("is left alone after failures in a row, said by name, and tried again after the pause", async () => {
    const { ask, breakers, clock } = openSearch();
    breakers.setThresholds({ failures: 2, pauseMs: 30_000 });
    const first = createFailing("First");
    const engines = [first, createTold("Second", toUrls("b", 3))];
    for (const query of ["a", "b", "c"]) await ask(engines, { query });
    expect(first.asked).toHaveLength(2);
    expect((await ask(engines, { query: "d" })).failed).toEqual([
      { engine: "First", message: "First is paused after 2 failures; it is tried again in 30 s." },
    ]);
    clock.at += 30_000;
    first.act = () => toUrls("a", 3);
    expect((await ask(engines, { query: "e" })).served).toEqual(["First"]);
    expect(breakers.get("engine", "first").read()).toMatchObject({ state: "closed", failures: 0 });
  });

  it("is not paused for a wrong key", async () => {
    const { ask, breakers } = openSearch();
    await ask([createFailing("First", "configuration"), createTold("Second", toUrls("b", 3))]);
    expect(breakers.get("engine", "first").read().failures).toBe(0);
  });

  it("is not asked before the time that it named itself", async () => {
    const { ask, clock } = openSearch();
    const first = createFailing("First", "quota_exhausted", { retryAfter: 120 });
    const engines = [first, createTold("Second", toUrls("b", 3))];
    await ask(engines, { query: "a" });
    clock.at += 119_000;
    expect((await ask(engines, { query: "b" })).failed).toEqual([
      { engine: "First", message: "First has reached its limit and is asked again in 1 s." },
    ]);
    clock.at += 1_000;
    await ask(engines, { query: "c" });
    expect(first.asked.map(({ query }) => query)).toEqual(["a", "c"]);
  });
});

describe("a question that finds nothing", () => {
  const answering = (words: string) =>
    createTold("First", ({ query }) => (query === words ? toUrls("a", 3) : []));

  it("is asked once more with fewer and more telling words, and that is said", async () => {
    const engine = answering("Kilimanjaro thickness");
    const answer = await openSearch().ask([engine], { query: "Kilimanjaro glacier thickness history" });
    expect(answer).toMatchObject({ served: ["First"], results: [{}, {}, {}] });
    expect(answer.notes).toContain(
      "Nothing was found for “Kilimanjaro glacier thickness history”; these are the results for “Kilimanjaro thickness”.",
    );
  });

  it("is asked once more without quotes and operators before it loses words", async () => {
    const engine = answering("octant sextant maker");
    const { results } = await openSearch().ask([engine], {
      query: '"octant sextant" maker -toy filetype:pdf',
    });
    expect([results.length, engine.asked.length]).toEqual([3, 2]);
  });

  it("loses its limits last, and that is said", async () => {
    const engine = createTold("First", ({ sites, freshness }) => (sites || freshness ? [] : toUrls("a", 3)));
    const answer = await openSearch().ask([engine], { sites: ["b.test"], freshness: "month" });
    expect(engine.asked.map(({ sites, freshness }) => [sites, freshness])).toEqual([
      [["b.test"], "month"],
      [undefined, undefined],
    ]);
    expect(answer.notes).toContain(
      "Nothing was found on b.test from the last month; these results are not limited so.",
    );
  });

  it("goes to those only that answered and do not reword by themselves", async () => {
    const [failing, own, open1] = [
      createFailing("Failing"),
      createTold("Own", [], { rewordsItself: true }),
      createTold("Open", []),
    ];
    const answer = await openSearch().ask([failing, own, open1], {
      query: "Kilimanjaro glacier thickness history",
    });
    expect([failing.asked.length, own.asked.length, open1.asked.length]).toEqual([1, 1, 2]);
    expect(answer).toMatchObject({
      engine: "Own",
      results: [],
      failed: [{ engine: "Failing" }],
      notes: ["Own says", "Open says"],
    });
  });

  it("costs each time that it is asked", async () => {
    const engine = createTold("First", [], { costMicroUsd: 5_000 });
    const { costMicroUsd } = await openSearch().ask([engine], {
      query: "Kilimanjaro glacier thickness history",
    });
    expect(costMicroUsd).toBe(10_000);
  });

  it.each([
    ["stopped", 8_000],
    ["cut short", 5_000],
  ])("has cost what answered before it was %s", async (how, cost) => {
    const stop = new AbortController();
    const person = { ...plenty, charge: async () => undefined };
    const purse = createRunPurse(50_000, person);
    const paid = createTold("Paid", ["https://a.test/"], { costMicroUsd: 5_000 });
    const next = createTold(
      "Next",
      () => {
        stop.abort();
        return how === "stopped" ? [] : Promise.reject(new Error("cut"));
      },
      { costMicroUsd: 3_000 },
    );
    const asked = openSearch().ask([paid, next], { signal: stop.signal }, 60, purse);
    await expect(asked).rejects.toMatchObject({ code: "aborted" });
    await expect.poll(() => purse.takenMicroUsd()).toBe(cost);
  });

  it("that nobody can pay names the money, and no breaker hears of it", async () => {
    const { ask, breakers } = openSearch();
    const paid = createTold("Paid", ["https://a.test/"], { costMicroUsd: 5_000 });
    const purse = createRunPurse(1_000, { ...plenty, charge: async () => undefined });
    for (const engines of [[paid], [createFailing("Down"), paid]])
      for (let time = 0; time < 6; time += 1)
        await expect(ask(engines, {}, 60, purse)).rejects.toMatchObject({
          code: "quota_exhausted",
          message: expect.stringContaining("Paid was not asked. A search may cost 0.5 cents, and 0.1 of"),
        });
    expect(breakers.list().map(({ name }) => name)).toEqual(["down"]);
    expect(paid.asked).toHaveLength(0);
  });
});
