import { describe, expect, it } from "vitest";
import { createRunPurse, payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { defaultSettings, type AgentSettings } from "@/lib/protocol/settings";
import type { SearchEngine } from "@/lib/search/engine";
import { payReading, paySearch } from "@/lib/server/paid-web";

const now = () => Date.UTC(2026, 10, 23);
const person = {
  ...plenty,
  hold: () => Promise.reject(new Error("The reply is not closed.")),
  charge: async () => undefined,
};
const page = (isReader: boolean, retrievedAt = new Date(now()).toISOString()) => ({
  ...{ url: "https://a.example/", title: "A", site: "a.example", markdown: "a", truncated: false },
  ...{
    route: isReader ? ("reader" as const) : ("direct" as const),
    documentKind: "html" as const,
    retrievedAt,
  },
});

describe("a page of the reader service", () => {
  const price = { reader: { perPage: 0.02, asOf: "2026-11-23" } };
  /** Whether the reader was used, and what was spent of so much. */
  const read = async (microUsd: number, changes: Partial<AgentSettings>, retrievedAt?: string) => {
    const purse = createRunPurse(microUsd, person);
    const settings = { ...defaultSettings, ...changes };
    const { route } = await payFrom(purse, () =>
      payReading({ settings, hasReader: true, now }, async ({ readerEnabled }) =>
        page(readerEnabled, retrievedAt),
      ),
    );
    return [route, purse.spentMicroUsd()];
  };

  it("costs what was set, and is done without where that cannot be paid", async () => {
    expect(await read(30_000, { prices: price })).toEqual(["reader", 20_000]);
    expect(await read(10_000, { prices: price })).toEqual(["direct", 0]);
  });

  it("counts as free without a price, unless unknown prices are refused", async () => {
    expect(await read(10_000, {})).toEqual(["reader", 0]);
    expect(await read(10_000, { unknownPrices: "refuse" })).toEqual(["direct", 0]);
  });

  it("costs nothing when it was kept from before", async () => {
    expect(await read(30_000, { prices: price }, "2026-11-22T23:59:00Z")).toEqual(["reader", 0]);
  });
});

describe("a search", () => {
  const engine = (id: string, costMicroUsd: number): SearchEngine => ({
    ...{ id, name: id, costMicroUsd },
    search: async () => ({ results: [], notes: [] }),
  });
  const engines = [engine("a", 5_000), engine("b", 8_000), engine("c", 0)];
  const asked = async (microUsd: number) =>
    payFrom(createRunPurse(microUsd, person), () =>
      paySearch(engines, async (payable) => ({
        ...{ engine: payable.map(({ id }) => id).join(" "), results: [], served: [], failed: [], notes: [] },
        costMicroUsd: 0,
      })),
    );

  it("asks as many of the paid engines, from the first, as three rounds of them can be paid", async () => {
    const answers = await Promise.all([40_000, 20_000, 1_000].map(asked));
    expect(answers.map((answer) => answer.engine)).toEqual(["a b c", "a c", "c"]);
  });
});
