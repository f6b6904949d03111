import { describe, expect, it } from "vitest";
import { toDay } from "@/lib/engine/loop/day";

const now = Date.UTC(2026, 10, 20, 18, 30);

describe("toDay", () => {
  it("is the day where the person is", () => {
    expect(toDay(now, "Asia/Shanghai")).toEqual({ date: "2026-11-21", timezone: "Asia/Shanghai" });
    expect(toDay(now, "America/New_York").date).toBe("2026-11-20");
    expect(toDay(now, "Asia/Shanghai").date).toBe("2026-11-21");
  });

  it("takes an unknown or missing zone as UTC", () => {
    expect(toDay(now, "Mars/Olympus")).toEqual({ date: "2026-11-20", timezone: "UTC" });
    expect(toDay(now)).toEqual({ date: "2026-11-20", timezone: "UTC" });
  });
});
