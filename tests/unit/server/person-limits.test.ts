import { describe, expect, it } from "vitest";
import { createPersonLimits, toRequestLimit } from "@/lib/features/accounts/person-limits";
import { isMemoryShort, readMemoryUse } from "@/lib/server/memory-room";

function openLimits(perMinute: number | null = 60) {
  const clock = { now: 0 };
  return { clock, limits: createPersonLimits(perMinute, () => clock.now) };
}

describe("M4, L12, L13: what one person may ask of a process", () => {
  it("refuses what is too much, with the seconds until there is room, and refills evenly", () => {
    const { clock, limits } = openLimits(60);
    for (let count = 0; count < 60; count += 1) limits.take("request", "ada");
    expect(() => limits.take("request", "ada")).toThrow(
      expect.objectContaining({ code: "quota_exhausted", status: 429, retryAfter: 1 }),
    );
    clock.now = 2_000;
    limits.take("request", "ada");
    limits.take("request", "ada");
    expect(() => limits.take("request", "ada")).toThrow("more than 60 requests in a minute");
  });

  it("counts each person and each act by itself", () => {
    const { limits } = openLimits(60);
    for (let count = 0; count < 60; count += 1) limits.take("request", "ada");
    limits.take("request", "bob");
    for (let count = 0; count < 30; count += 1) limits.take("steering", "ada");
    expect(() => limits.take("steering", "ada")).toThrow("30 messages into running replies");
    limits.take("picture", "ada");
    limits.take("page", "ada");
  });

  it("bounds the pictures and the pages of an hour", () => {
    const { clock, limits } = openLimits();
    for (const act of ["picture", "page"] as const) {
      for (let count = 0; count < 600; count += 1) limits.take(act, "ada");
      expect(() => limits.take(act, "ada")).toThrow(expect.objectContaining({ retryAfter: 6 }));
    }
    clock.now = 3_600_000;
    limits.take("page", "ada");
  });

  it("bounds the streams that are open at once, and counts one that is closed twice once", () => {
    const { limits } = openLimits();
    const closes = Array.from({ length: 40 }, () => limits.openStream("ada"));
    expect(() => limits.openStream("ada")).toThrow(expect.objectContaining({ code: "quota_exhausted" }));
    limits.openStream("bob");
    closes[0]?.();
    closes[0]?.();
    limits.openStream("ada");
    expect(() => limits.openStream("ada")).toThrow("40 replies are being followed already");
  });

  it("leaves a lone owner alone unless the environment names a limit", () => {
    expect(toRequestLimit({})).toBeNull();
    expect(toRequestLimit({ AUTH_URL: "https://a.example" })).toBe(240);
    expect(toRequestLimit({ REQUESTS_PER_MINUTE: 30 })).toBe(30);
    const { limits } = openLimits(null);
    for (let count = 0; count < 5_000; count += 1) limits.take("request", "owner");
  });
});

describe("the memory that is left", () => {
  const use = { rss: 400, maxRss: 1_000, heap: 100, maxHeap: 500 };

  it("is short when the process or its heap has nearly what it may have", () => {
    expect(isMemoryShort(use)).toBe(false);
    expect(isMemoryShort({ ...use, rss: 900 })).toBe(true);
    expect(isMemoryShort({ ...use, heap: 450 })).toBe(true);
  });

  it("is measured against the environment's number, else against the container or the machine", () => {
    expect(readMemoryUse(256).maxRss).toBe(256 * 1024 * 1024);
    const { rss, maxRss } = readMemoryUse(undefined);
    expect(rss).toBeGreaterThan(10_000_000);
    expect(maxRss).toBeGreaterThan(rss);
  });
});
