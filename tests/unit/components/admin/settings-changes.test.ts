import { describe, expect, it } from "vitest";
import { listChanges, rebase, toConflict, toPatch } from "@/components/admin/settings-changes";
import { toolNames } from "@/components/tools/views";
import { defaultSettings, settingsPatchSchema } from "@/lib/protocol/settings";

const base = { ...defaultSettings, enabledTools: [...toolNames] };

describe("the settings form", () => {
  it("names what differs and nothing else", () => {
    expect(listChanges(base, { ...base, maxIterations: 7, webSearchEnabled: false })).toEqual([
      "maxIterations",
      "webSearchEnabled",
    ]);
    expect(listChanges(base, structuredClone(base))).toEqual([]);
  });

  it("sends a change that the server's schema takes, without the empty rows of a chain", () => {
    const patch = toPatch(base, {
      ...base,
      temperature: 0.2,
      modelTiers: { ...base.modelTiers, main: [" openai:gpt ", ""] },
    });
    expect(settingsPatchSchema.parse(patch)).toEqual({
      temperature: 0.2,
      modelTiers: { ...base.modelTiers, main: ["openai:gpt"] },
    });
  });

  it("sends nothing for a row that was only opened", () => {
    expect(toPatch(base, { ...base, modelTiers: { ...base.modelTiers, main: [""] } })).toEqual({});
  });

  it("keeps both people's changes after a conflict, its own where they meet", () => {
    const mine = {
      ...base,
      maxIterations: 7,
      modelTiers: { ...base.modelTiers, main: ["a:1"] },
      toolLimits: { calculate: { perDay: 5 } },
    };
    const theirs = {
      ...base,
      ...{ maxIterations: 3, temperature: 0.1, modelTiers: { ...base.modelTiers, lite: ["b:2"] } },
      toolLimits: { web_search: { perHour: 1, perDay: 100 } },
    };
    expect(rebase(base, mine, theirs)).toEqual({
      ...base,
      ...{
        maxIterations: 7,
        temperature: 0.1,
        modelTiers: { ...base.modelTiers, main: ["a:1"], lite: ["b:2"] },
      },
      // Mine took the search's limits away, theirs changed one of them: the change made here wins, and what only they set is none any more.
      toolLimits: { calculate: { perDay: 5 } },
    });
  });

  it("lets two people switch different tools and engines without a question", () => {
    const mine = {
      ...base,
      enabledTools: base.enabledTools.filter((tool) => tool !== "calculate"),
      disabledEngines: ["a"],
    };
    const theirs = {
      ...base,
      enabledTools: base.enabledTools.filter((tool) => tool !== "web_fetch"),
      disabledEngines: ["b"],
    };
    const merged = rebase(base, mine, theirs);
    expect(merged.enabledTools).toEqual(
      base.enabledTools.filter((tool) => tool !== "calculate" && tool !== "web_fetch"),
    );
    expect(merged.disabledEngines).toEqual(["b", "a"]);
    expect(
      toConflict(base, mine, theirs).choices.map(({ path, isContested }) => [path, isContested]),
    ).toEqual([
      ["enabledTools.calculate", false],
      ["disabledEngines.a", false],
    ]);
  });
});

describe("a conflict", () => {
  const mine = { ...base, maxIterations: 7, temperature: 0.5, webSearchEnabled: false };
  const theirs = { ...base, maxIterations: 3, webSearchEnabled: false, centsPerDay: null };

  it("asks about what was changed here, with both values, and marks what both changed", () => {
    expect(toConflict(base, mine, theirs).choices).toEqual([
      { path: "maxIterations", mine: 7, theirs: 3, isContested: true },
      { path: "temperature", mine: 0.5, theirs: base.temperature, isContested: false },
    ]);
  });

  it("tells what only they changed, and nothing of what both set alike", () => {
    expect(toConflict(base, mine, theirs).theirChanges).toEqual([
      { path: "centsPerDay", from: base.centsPerDay, to: null },
    ]);
  });

  it("asks nothing about the empty row of a chain", () => {
    const opened = { ...base, modelTiers: { ...base.modelTiers, main: [""] } };
    expect(toConflict(base, opened, theirs).choices).toEqual([]);
  });
});
