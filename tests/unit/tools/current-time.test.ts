import { createCurrentTime } from "@/lib/features/basics/tools/current-time/current-time";
import { runTool } from "@/lib/engine/tools/run-tool";
import { openToolContext } from "@/tests/support/tool-context";
import { describe, expect, it } from "vitest";

async function tellTime(
  input: { timezone?: string; compare?: string[]; offset?: string },
  changes: { timezone?: string; language?: string } = {},
) {
  return runTool(createCurrentTime(), input, await openToolContext(changes), { wait: async () => undefined });
}

describe("get_current_time", () => {
  it("tells the time where the person is", async () => {
    expect(await tellTime({})).toMatchObject({
      text: "Friday, 20 November 2026, 14:05 (Asia/Shanghai)",
      data: { timezone: "Asia/Shanghai", iso: "2026-11-20T14:05:00+08:00", compare: [] },
    });
  });

  it("tells it elsewhere", async () => {
    expect(await tellTime({ timezone: "America/New_York" })).toMatchObject({
      text: "Friday, 20 November 2026, 01:05 (America/New_York)",
    });
  });

  it("falls back to UTC when the person's zone is none", async () => {
    expect(await tellTime({}, { timezone: "Mars/Olympus" })).toMatchObject({ data: { timezone: "UTC" } });
  });

  it("compares zones, half hours and the date included", async () => {
    expect(
      await tellTime({ compare: ["Asia/Kolkata", "America/Los_Angeles", "Asia/Singapore"] }),
    ).toMatchObject({
      text: [
        "Friday, 20 November 2026, 14:05 (Asia/Shanghai)",
        "Friday, 20 November 2026, 11:35 (Asia/Kolkata), 2.5 hours behind",
        "Thursday, 19 November 2026, 22:05 (America/Los_Angeles), 16 hours behind",
        "Friday, 20 November 2026, 14:05 (Asia/Singapore), the same time",
      ].join("\n"),
      data: { compare: [{ differenceHours: -2.5 }, { differenceHours: -16 }, { differenceHours: 0 }] },
    });
  });

  it("writes for the person in Chinese and for the model in English", async () => {
    expect(await tellTime({}, { language: "zh-CN" })).toMatchObject({
      text: "Friday, 20 November 2026, 14:05 (Asia/Shanghai)",
      data: { text: "2026年11月20日 星期五 14:05 (Asia/Shanghai)" },
    });
  });

  it.each([
    ["3 days from now", "2026-11-23T14:05"],
    ["in 3 days", "2026-11-23T14:05"],
    ["2 weeks ago", "2026-11-06T14:05"],
    ["a month from now", "2026-12-20T14:05"],
    ["1 hour and 30 minutes ago", "2026-11-20T12:35"],
    ["half an hour from now", "2026-11-20T14:35"],
    ["tomorrow", "2026-11-21T14:05"],
    ["the day after tomorrow", "2026-11-22T14:05"],
    ["5 business days from now", "2026-11-27T14:05"],
    ["1 business day from now", "2026-11-23T14:05"],
    ["3 working days ago", "2026-11-17T14:05"],
    ["1 year ago", "2025-11-20T14:05"],
    ["三天后", "2026-11-23T14:05"],
    ["3天前", "2026-11-17T14:05"],
    ["5个工作日后", "2026-11-27T14:05"],
    ["两周后", "2026-12-04T14:05"],
    ["十二个月后", "2027-11-20T14:05"],
    ["半小时后", "2026-11-20T14:35"],
    ["半年后", "2027-05-20T14:05"],
    ["一百天之后", "2027-02-28T14:05"],
    ["后天", "2026-11-22T14:05"],
    ["前天", "2026-11-18T14:05"],
  ])("moves by %j", async (offset, start) => {
    expect(await tellTime({ offset })).toMatchObject({
      ok: true,
      data: { shifted: { offset, iso: expect.stringContaining(start) } },
    });
  });

  it("says that it knows no holidays", async () => {
    expect(await tellTime({ offset: "5 business days from now" })).toMatchObject({
      text: expect.stringContaining("(holidays not counted)"),
    });
  });

  it.each(["soon", "3 parsecs from now", "", "999999 years from now", "几天后", "1.5 months from now"])(
    "refuses the offset %j with examples or why",
    async (offset) => {
      expect(await tellTime({ offset })).toMatchObject({
        ok: false,
        kind: "invalid_input",
        message: expect.stringContaining(offset),
      });
    },
  );

  it.each([
    ["Shanghai", "Asia/Shanghai"],
    ["New York", "America/New_York"],
    ["UTC+8", "nearest large city"],
  ])("refuses the zone %j and says %j", async (timezone, help) => {
    expect(await tellTime({ timezone })).toMatchObject({
      ok: false,
      kind: "invalid_input",
      message: expect.stringContaining(help),
    });
  });
});
