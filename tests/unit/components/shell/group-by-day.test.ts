import { describe, expect, it } from "vitest";
import { groupByDay } from "@/components/shell/conversations/group-by-day";

const now = Date.parse("2026-11-20T02:00:00Z");

describe("groupByDay", () => {
  it("names today, the week before and the months, newest first", () => {
    const groups = groupByDay(
      [
        "2026-11-20T01:00Z",
        "2026-11-19T23:00Z",
        "2026-11-18T12:00Z",
        "2026-11-13T12:00Z",
        "2026-11-12T12:00Z",
        "2026-10-02T12:00Z",
        "2025-10-02T12:00Z",
      ].map(toConversation),
      now,
      "UTC",
    );
    expect(groups.map(({ key, kind, conversations }) => [key, kind, conversations.length])).toEqual([
      ["today", "today", 1],
      ["week", "week", 3],
      ["2026-11", "month", 1],
      ["2026-10", "month", 1],
      ["2025-10", "month", 1],
    ]);
  });

  it("counts days as the person's zone does", () => {
    const conversations = [toConversation("2026-11-19T23:00Z")];
    expect(groupByDay(conversations, now, "UTC")[0]?.kind).toBe("week");
    expect(groupByDay(conversations, now, "Asia/Shanghai")[0]?.kind).toBe("today");
    expect(groupByDay(conversations, now, "America/Los_Angeles")[0]?.kind).toBe("today");
  });

  it("counts what another clock has dated ahead as today", () => {
    expect(groupByDay([toConversation("2026-11-21T12:00Z")], now, "UTC")[0]?.kind).toBe("today");
  });

  it("puts each of many into the group that it has alone, in their order, where the clocks change too", () => {
    const hourMs = 3_600_000;
    const many = Array.from({ length: 2_000 }, (_, index) =>
      toConversation(new Date(now - ((index * 7) % 5) * 60_000 - index * 5 * hourMs).toISOString()),
    );
    const groups = groupByDay(many, now, "America/New_York");
    expect(groups.flatMap(({ conversations }) => conversations)).toEqual(many);
    for (const { key, conversations } of groups)
      expect(new Set(conversations.map((one) => groupByDay([one], now, "America/New_York")[0]?.key))).toEqual(
        new Set([key]),
      );
    expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
  });

  it("has no groups without conversations", () => {
    expect(groupByDay([], now, "UTC")).toEqual([]);
  });
});

function toConversation(time: string) {
  const updatedAt = Date.parse(time);
  return { id: time, title: time, createdAt: updatedAt, updatedAt, activeRunId: null };
}
