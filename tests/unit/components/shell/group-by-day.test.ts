import { describe, expect, it } from "vitest";
import { groupByDay } from "@/components/shell/conversations/conversation-list";

const now = Date.parse("2026-11-20T02:00:00Z");

describe("groupByDay", () => {
  it("names today, yesterday, the week before and the months, newest first", () => {
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
      ["yesterday", "yesterday", 1],
      ["week", "week", 2],
      ["2026-11", "month", 1],
      ["2026-10", "month", 1],
      ["2025-10", "month", 1],
    ]);
  });

  it("counts days as the person's zone does", () => {
    const conversations = [toConversation("2026-11-19T23:00Z")];
    expect(groupByDay(conversations, now, "UTC")[0]?.kind).toBe("yesterday");
    expect(groupByDay(conversations, now, "Asia/Shanghai")[0]?.kind).toBe("today");
    expect(groupByDay(conversations, now, "America/Los_Angeles")[0]?.kind).toBe("today");
  });

  it("counts what another clock has dated ahead as today", () => {
    expect(groupByDay([toConversation("2026-11-21T12:00Z")], now, "UTC")[0]?.kind).toBe("today");
  });

  it("has no groups without conversations", () => {
    expect(groupByDay([], now, "UTC")).toEqual([]);
  });
});

function toConversation(time: string) {
  const updatedAt = Date.parse(time);
  return { id: time, title: time, createdAt: updatedAt, updatedAt, activeRunId: null };
}
