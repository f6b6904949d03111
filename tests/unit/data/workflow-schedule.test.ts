import { describe, expect, it } from "vitest";
import { toNextTime } from "@/lib/data/schedule";
import type { Schedule } from "@/lib/features/workflows/shape/workflows";

const next = (schedule: Schedule, after: string, timezone = "Europe/Berlin", last: string | null = null) =>
  new Date(
    toNextTime(schedule, {
      timezone,
      after: Date.parse(after),
      last: last === null ? null : Date.parse(last),
    }),
  ).toISOString();

describe("the next time of a schedule", () => {
  it("is a time of the person's day, and tomorrow's when it is over", () => {
    const daily: Schedule = { kind: "daily", at: "07:30" };
    expect(next(daily, "2026-11-24T06:29:59Z")).toBe("2026-11-24T06:30:00.000Z");
    expect(next(daily, "2026-11-24T06:30:00Z")).toBe("2026-11-25T06:30:00.000Z");
    expect(next(daily, "2026-11-24T20:00:00Z", "Asia/Shanghai")).toBe("2026-11-24T23:30:00.000Z");
  });

  it("keeps to the clock when the hour changes, and comes later where the hour is left out", () => {
    expect(next({ kind: "daily", at: "07:30" }, "2026-03-28T12:00:00Z")).toBe("2026-03-29T05:30:00.000Z");
    expect(next({ kind: "daily", at: "02:30" }, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
  });

  it("is a day of the person's week", () => {
    const sunday: Schedule = { kind: "weekly", day: 0, at: "00:15" };
    expect(next(sunday, "2026-11-24T12:00:00Z")).toBe("2026-11-28T23:15:00.000Z");
    expect(next(sunday, "2026-11-28T23:15:00Z")).toBe("2026-12-05T23:15:00.000Z");
  });

  it("counts hours from the time before, and leaves out those that were missed", () => {
    const hours: Schedule = { kind: "hours", every: 6 };
    expect(next(hours, "2026-11-24T12:00:00Z")).toBe("2026-11-24T18:00:00.000Z");
    expect(next(hours, "2026-11-25T13:00:00Z", "UTC", "2026-11-24T18:00:00Z")).toBe(
      "2026-11-25T18:00:00.000Z",
    );
  });
});
