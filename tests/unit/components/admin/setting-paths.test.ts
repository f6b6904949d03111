import { describe, expect, it } from "vitest";
import {
  isSame,
  listDifferences,
  listValues,
  withValueAt,
  withToolLimit,
} from "@/components/admin/setting-paths";
import { toolNames } from "@/components/tools/views";
import { agentSettingsSchema, defaultSettings } from "@/lib/protocol/settings";

const base = { ...defaultSettings, enabledTools: [...toolNames] };
const other = agentSettingsSchema.parse({
  agentStyle: "direct",
  maxIterations: 9,
  enabledTools: ["calculate"],
  messagesPerDay: null,
  modelTiers: { main: ["a:1", "b:2"], pro: ["c:3"] },
  toolLimits: { web_fetch: { timeLimitSeconds: 20, perDay: 7 } },
  searchEngines: ["x", "y"],
  disabledEngines: ["y"],
  toolPermissions: { member: { "*": "ask", web_search: "deny" } },
});

describe("the values inside the settings", () => {
  it("put together again make the settings they were taken from", () => {
    const rebuilt = listDifferences(base, other).reduce(
      (settings, { path, to }) => withValueAt(settings, path, to),
      base,
    );
    expect(rebuilt).toEqual(other);
    expect(listDifferences(rebuilt, other)).toEqual([]);
  });

  it("go back as well as forth", () => {
    const rebuilt = listDifferences(other, base).reduce(
      (settings, { path, to }) => withValueAt(settings, path, to),
      other,
    );
    expect(rebuilt).toEqual(base);
  });

  it("name each tool, tier and engine by itself", () => {
    expect(
      listDifferences(base, {
        ...base,
        enabledTools: base.enabledTools.filter((tool) => tool !== "calculate"),
      }),
    ).toEqual([{ path: "enabledTools.calculate", from: true, to: false }]);
    expect(listDifferences(base, { ...base, disabledEngines: ["y"] })).toEqual([
      { path: "disabledEngines.y", from: undefined, to: true },
    ]);
  });

  it("take a tool's limit of null and one that is absent for the same", () => {
    expect(
      listDifferences({ ...base, toolLimits: {} }, { ...base, toolLimits: { calculate: { perDay: null } } }),
    ).toEqual([]);
    expect(listValues(base).get("toolLimits.web_search.perHour")).toBe(20);
  });
});

it("a tool of which no limit is left is left out, and the others keep theirs", () => {
  expect(
    withToolLimit({ calculate: { perDay: 1 }, web_search: { perHour: 2 } }, "calculate", {
      perDay: undefined,
    }),
  ).toEqual({ web_search: { perHour: 2 } });
  expect(withToolLimit({}, "web_fetch", { perHour: 3 })).toEqual({ web_fetch: { perHour: 3 } });
});

it("two values are the same whatever the order of their fields, and differ by the order of a list", () => {
  expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame(null, undefined)).toBe(false);
});

it("carries a price over by its name, whatever that holds", () => {
  const price = { inputPerMillion: 1, asOf: "2026-11-23" };
  const changed = { ...base, prices: { "openai:gpt-5.4": price } };
  const path = "prices.openai:gpt-5.4";
  expect(listDifferences(base, changed)).toEqual([{ path, from: undefined, to: JSON.stringify(price) }]);
  expect(withValueAt(base, path, JSON.stringify(price)).prices).toEqual(changed.prices);
  expect(withValueAt(changed, path, undefined).prices).toEqual({});
});
