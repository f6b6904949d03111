import { describe, expect, it } from "vitest";
import { findTightRow, isStopped, toShare } from "@/components/account/quota-rows";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";

type Change = { limits?: Partial<QuotaState["limits"]>; used?: Partial<QuotaState["used"]> };

function toQuota({ limits, used }: Change): QuotaState {
  const none = {
    messagesPerDay: null,
    searchesPerHour: null,
    searchesPerDay: null,
    centsPerDay: null,
    centsPerMonth: null,
  };
  const nothing = {
    messagesToday: 0,
    searchesThisHour: 0,
    searchesToday: 0,
    microUsdToday: 0,
    microUsdThisMonth: 0,
  };
  return {
    limits: { ...none, ...limits },
    used: { ...nothing, ...used },
    resets: { hour: 1, day: 2, month: 3 },
  };
}

describe("findTightRow", () => {
  it("finds nothing where nothing is limited, however much is used", () => {
    expect(findTightRow(toQuota({ used: { messagesToday: 10_000, microUsdToday: 1e9 } }))).toBeNull();
  });

  it.each([
    [11, null],
    [12, { name: "messagesPerDay", used: 12, limit: 15, resetsAt: 2 }],
  ])("tells of %i messages out of 15 as %j", (messagesToday, row) => {
    expect(findTightRow(toQuota({ limits: { messagesPerDay: 15 }, used: { messagesToday } }))).toEqual(row);
  });

  it("counts money in cents", () => {
    const quota = toQuota({ limits: { centsPerMonth: 100 }, used: { microUsdThisMonth: 855_000 } });
    expect(findTightRow(quota)).toEqual({ name: "centsPerMonth", used: 85.5, limit: 100, resetsAt: 3 });
  });

  it("tells of the limit that is used most", () => {
    const quota = toQuota({
      limits: { messagesPerDay: 10, searchesPerHour: 10 },
      used: { messagesToday: 8, searchesThisHour: 10 },
    });
    expect(findTightRow(quota)?.name).toBe("searchesPerHour");
  });

  it("tells of the limit that stops the person before one that only ends searches, and of the longest of several", () => {
    const limits = { messagesPerDay: 10, searchesPerHour: 5, centsPerMonth: 50 };
    const used = { messagesToday: 10, searchesThisHour: 5 };
    expect(findTightRow(toQuota({ limits, used }))?.name).toBe("messagesPerDay");
    expect(findTightRow(toQuota({ limits, used: { ...used, microUsdThisMonth: 600_000 } }))?.name).toBe(
      "centsPerMonth",
    );
  });
});

describe("isStopped", () => {
  const row = (name: "messagesPerDay" | "centsPerDay" | "searchesPerDay", used: number, limit: number) => ({
    name,
    used,
    limit,
    resetsAt: 0,
  });

  it.each([
    [row("messagesPerDay", 14, 15), false],
    [row("messagesPerDay", 15, 15), true],
    [row("messagesPerDay", 0, 0), true],
    [row("centsPerDay", 9, 10), false],
    [row("centsPerDay", 9.01, 10), true],
    [row("searchesPerDay", 20, 10), false],
  ])("of %j is %s", (given, stopped) => {
    expect(isStopped(given)).toBe(stopped);
  });

  it("goes with a full bar, also where a limit is overshot or nothing is allowed", () => {
    expect([toShare(row("messagesPerDay", 16, 15)), toShare(row("messagesPerDay", 0, 0))]).toEqual([1, 1]);
  });
});
