import { describe, expect, it } from "vitest";
import { fields } from "@/components/admin/fields";
import { listChanges, rebase, toPatch } from "@/components/admin/settings-changes";
import { modelTierNames } from "@/components/admin/tiers";
import { defaultSettings, modelTiers, settingsPatchSchema } from "@/lib/protocol/settings";

const base = defaultSettings;

describe("the settings form", () => {
  it("has a control for every setting, each once", () => {
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(defaultSettings).sort());
    expect([...modelTierNames].sort()).toEqual([...modelTiers].sort());
  });

  it("names what differs and nothing else", () => {
    expect(listChanges(base, { ...base, maxIterations: 7, webSearchEnabled: false })).toEqual(["maxIterations", "webSearchEnabled"]);
    expect(listChanges(base, structuredClone(base))).toEqual([]);
  });

  it("sends a change that the server's schema takes, without the empty rows of a chain", () => {
    const patch = toPatch(base, { ...base, temperature: 0.2, modelTiers: { ...base.modelTiers, main: [" openai:gpt ", ""] } });
    expect(settingsPatchSchema.parse(patch)).toEqual({ temperature: 0.2, modelTiers: { ...base.modelTiers, main: ["openai:gpt"] } });
  });

  it("sends nothing for a row that was only opened", () => {
    expect(toPatch(base, { ...base, modelTiers: { ...base.modelTiers, main: [""] } })).toEqual({});
  });

  it("keeps both people's changes after a conflict, its own where they meet", () => {
    const mine = { ...base, maxIterations: 7, modelTiers: { ...base.modelTiers, main: ["a:1"] } };
    const theirs = { ...base, maxIterations: 3, temperature: 0.1, modelTiers: { ...base.modelTiers, lite: ["b:2"] } };
    expect(rebase(base, mine, theirs)).toEqual({
      ...base,
      maxIterations: 7,
      temperature: 0.1,
      modelTiers: { ...base.modelTiers, main: ["a:1"], lite: ["b:2"] },
    });
  });
});
