import { describe, expect, it } from "vitest";
import { noQuotaUsed, rollQuota, type QuotaRecord } from "@/lib/features/quotas/records/quota-record";
import {
  reserveTurn,
  settleCost,
  takeCall,
  toQuotaLimits,
  toQuotaState,
} from "@/lib/features/quotas/records/quota-rules";
import { createQuotas } from "@/lib/features/quotas/records/quotas";
import { defaultSettings } from "@/lib/protocol/settings";
import type { QuotaLimits } from "@/lib/features/quotas/shape/quotas";
import { openTestStore } from "@/tests/support/open-test-store";

const noon = Date.UTC(2026, 10, 20, 12, 30);
const hour = 3_600_000;
const open: QuotaLimits = {
  messagesPerDay: null,
  searchesPerHour: null,
  searchesPerDay: null,
  centsPerDay: null,
  centsPerMonth: null,
};
const reserve = (
  record: QuotaRecord,
  limits: Partial<QuotaLimits>,
  { cents = 10, now = noon, maxRuns = 20, isAnswerFree = false } = {},
) =>
  reserveTurn(
    record,
    { ...open, ...limits },
    { ...{ isAnswerFree, expiresAt: now + 60_000, maxRuns, now }, ceilingMicroUsd: cents * 10_000 },
  );

describe("a quota", () => {
  it("counts messages up to the day's limit and says when the next day begins", () => {
    const { record } = reserve(noQuotaUsed, { messagesPerDay: 1 });
    expect(() => reserve(record, { messagesPerDay: 1 })).toThrow(
      expect.objectContaining({ code: "quota_exhausted", retryAfter: 11.5 * 3600 }),
    );
    expect(reserve(record, { messagesPerDay: 1 }, { now: noon + 12 * hour }).record.messages).toBe(1);
  });

  it.each([
    ["day", { centsPerDay: 12 }, 100_000],
    ["month", { centsPerMonth: 12 }, 100_000],
    ["day, of which less than the ceiling is left", { centsPerDay: 5 }, 50_000],
  ])("sets money of the %s aside", (_, limits, granted) => {
    expect(reserve(noQuotaUsed, limits).held.microUsd).toBe(granted);
  });

  it("waits for running replies when the rest is set aside, and for the next day when it is spent", () => {
    const { record, held } = reserve(noQuotaUsed, { centsPerDay: 10 });
    expect(() => reserve(record, { centsPerDay: 10 })).toThrow(expect.objectContaining({ retryAfter: 15 }));
    const spent = settleCost(record, held, 99_000, noon);
    expect(() => reserve(spent, { centsPerDay: 10 })).toThrow(
      expect.objectContaining({ retryAfter: 11.5 * 3600 }),
    );
    expect(() => reserve(spent, { centsPerMonth: 10 })).toThrow(/this month/);
  });

  it("asks for no money where nothing costs anything, even when all is spent", () => {
    const spent = settleCost(noQuotaUsed, null, 1_000_000, noon);
    expect(reserve(spent, { centsPerDay: 10 }, { cents: 0 })).toMatchObject({
      held: { microUsd: 0, runs: 1 },
    });
  });

  it("lets one person have so many replies made at once, also those that cost nothing, until one of them ends or is given up", () => {
    const one = reserve(noQuotaUsed, {}, { cents: 0, maxRuns: 2 }).record;
    const { record: two, held } = reserve(one, {}, { cents: 0, maxRuns: 2 });
    expect(() => reserve(two, {}, { maxRuns: 2 })).toThrow(
      expect.objectContaining({ code: "too_many_runs", retryAfter: 5 }),
    );
    expect(reserve(settleCost(two, held, 0, noon), {}, { maxRuns: 2 }).record.messages).toBe(3);
    const later = reserve(two, {}, { maxRuns: 2, now: noon + 61_000 });
    expect(Object.values(later.record.held)).toEqual([{ microUsd: 100_000, runs: 1 }]);
  });

  it("takes what was set aside for a reply that did not end in time as spent until it ends", () => {
    const { record, held } = reserve(reserve(noQuotaUsed, {}).record, {});
    const spent = { microUsdDay: 200_000, microUsdMonth: 200_000, held: {} };
    expect(rollQuota(record, noon + 61_000)).toMatchObject(spent);
    expect(rollQuota(rollQuota(record, noon + 61_000), noon + 62_000)).toMatchObject(spent);
    const once = settleCost(record, held, 20_000, noon + 61_000);
    expect(once).toMatchObject({ microUsdDay: 120_000, microUsdMonth: 120_000 });
    expect(settleCost(once, held, 30_000, noon + 62_000)).toMatchObject({ microUsdDay: 50_000, lapsed: {} });
  });

  it("counts what lapsed yesterday in the month alone, and gives it back there alone", () => {
    const { record, held } = reserve(noQuotaUsed, {});
    const late = rollQuota(record, noon + 61_000);
    expect(settleCost(late, held, 5, noon + 12 * hour)).toMatchObject({ microUsdDay: 5, microUsdMonth: 5 });
  });

  it("stays as small however many replies are made at once", () => {
    let record: QuotaRecord = noQuotaUsed;
    const held = Array.from({ length: 500 }, () => {
      const reserved = reserve(record, {}, { maxRuns: 500 });
      record = reserved.record;
      return reserved.held;
    });
    expect(JSON.stringify(record).length).toBeLessThan(400);
    for (const each of held) record = settleCost(record, each, 1, noon);
    expect(record).toMatchObject({ held: {}, lapsed: {}, microUsdDay: 500 });
  });

  it("begins hours, days and months anew", () => {
    const used = takeCall(settleCost(noQuotaUsed, null, 5, noon), "web_search", {}, noon);
    expect(rollQuota(used, noon + hour)).toMatchObject({
      microUsdDay: 5,
      calls: { web_search: { hour: 0, day: 1 } },
    });
    expect(rollQuota(used, noon + 12 * hour)).toMatchObject({
      messages: 0,
      microUsdDay: 0,
      microUsdMonth: 5,
      calls: {},
    });
    expect(rollQuota(used, Date.UTC(2026, 11, 1))).toMatchObject({ microUsdMonth: 0 });
  });

  it("holds calls of a tool by hour and by day", () => {
    const once = takeCall(noQuotaUsed, "web_search", { perHour: 1, perDay: 2 }, noon);
    expect(() => takeCall(once, "web_search", { perHour: 1, perDay: 2 }, noon)).toThrow(
      expect.objectContaining({ retryAfter: 1800 }),
    );
    const twice = takeCall(once, "web_search", { perHour: 1, perDay: 2 }, noon + hour);
    expect(() => takeCall(twice, "web_search", { perHour: 1, perDay: 2 }, noon + 2 * hour)).toThrow(/today/);
    expect(takeCall(twice, "calculate", { perDay: 0 + 1 }, noon).calls["calculate"]).toEqual({
      hour: 1,
      day: 1,
    });
  });

  it("shows what is used and set aside against the limits, a person's own before the site's", () => {
    const { record } = reserve({ ...noQuotaUsed, overrides: { messagesPerDay: 3, centsPerDay: null } }, {});
    expect(toQuotaState(record, defaultSettings, noon)).toMatchObject({
      limits: {
        messagesPerDay: 3,
        centsPerDay: null,
        centsPerMonth: 5000,
        searchesPerHour: 20,
        searchesPerDay: 100,
      },
      used: { messagesToday: 1, microUsdToday: 100_000, microUsdThisMonth: 100_000 },
      resets: { hour: Date.UTC(2026, 10, 20, 13), day: Date.UTC(2026, 10, 21), month: Date.UTC(2026, 11, 1) },
    });
    expect(toQuotaLimits(defaultSettings, {}).messagesPerDay).toBe(500);
  });
});

describe("the money of a reply whose answer is free", () => {
  it("is what is left, and nothing where nothing is: the reply is made all the same", () => {
    const spent = { ...noQuotaUsed, day: "2026-11-20", month: "2026-11", microUsdDay: 95_000 };
    const grant = (record: QuotaRecord, centsPerDay: number) =>
      reserve(record, { centsPerDay }, { isAnswerFree: true }).held.microUsd;
    expect([grant(spent, 20), grant(spent, 10), grant(spent, 9)]).toEqual([100_000, 5_000, 0]);
  });
});

describe("stored quotas", () => {
  it("count every one of many calls at once, and let no more through than the limit", async () => {
    const quotas = createQuotas(await openTestStore(), () => noon);
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => quotas.takeToolCall("u1", "web_search", { perHour: 7 })),
    );
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect((await quotas.read("u1", defaultSettings)).used).toMatchObject({
      searchesThisHour: 7,
      searchesToday: 7,
    });
  });

  it("lose no call when a stream of them goes on while others try again", async () => {
    const quotas = createQuotas(await openTestStore(), () => noon);
    const callTen = async () => {
      for (let count = 0; count < 10; count += 1) await quotas.takeToolCall("u1", "web_search", {});
    };
    await Promise.all(Array.from({ length: 40 }, callTen));
    expect((await quotas.read("u1", defaultSettings)).used.searchesToday).toBe(400);
  });

  it("give back a call that failed", async () => {
    const quotas = createQuotas(await openTestStore(), () => noon);
    await quotas.takeToolCall("u1", "web_search", { perHour: 1 });
    await quotas.returnToolCall("u1", "web_search", { perHour: 1 });
    await quotas.takeToolCall("u1", "web_search", { perHour: 1 });
    expect((await quotas.read("u1", defaultSettings)).used.searchesToday).toBe(1);
  });

  it("set aside of acts at once only what day and month have, and none of them counts as a reply", async () => {
    const quotas = createQuotas(await openTestStore(), () => noon);
    const settings = { ...defaultSettings, centsPerDay: 1, centsPerMonth: null };
    const hold = () => quotas.hold("u1", 4_000, settings);
    const tried = await Promise.allSettled([hold(), hold(), hold(), hold()]);
    const held = tried.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(held).toHaveLength(2);
    // What is only set aside is soon free again.
    expect(tried.find((each) => each.status === "rejected")?.reason).toMatchObject({ retryAfter: 15 });
    await Promise.all(held.map((each) => quotas.settle("u1", each, 1_000)));
    await hold();
    expect((await quotas.read("u1", settings)).used.microUsdToday).toBe(6_000);
  });

  it("obey a person's own limits until they follow the settings again", async () => {
    const quotas = createQuotas(await openTestStore(), () => noon);
    await quotas.setOverrides("u1", { searchesPerDay: 0 });
    await expect(quotas.takeToolCall("u1", "web_search", { perHour: 7 })).rejects.toMatchObject({
      code: "quota_exhausted",
    });
    await quotas.setOverrides("u1", null);
    await quotas.takeToolCall("u1", "web_search", { perHour: 7 });
    expect(
      (await quotas.list(["u1", "u2"], defaultSettings)).map(({ state }) => state.used.searchesToday),
    ).toEqual([1, 0]);
  });
});
