import { describe, expect, it } from "vitest";
import { createRunPurse, payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { defaultSettings, type AgentSettings } from "@/lib/protocol/settings";
import { payReading } from "@/lib/features/web/paid-web";

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
