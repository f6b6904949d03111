import { describe, expect, it } from "vitest";
import { readLimits } from "@/app/admin/read-limits";
import { agentSettingsSchema, modelRefSchema, settingsPatchSchema } from "@/lib/protocol/settings";

const { numbers, limits, toolLimits, chainLength, modelPattern } = readLimits();

describe("the limits of the settings page", () => {
  it.each([...Object.entries(numbers), ...Object.entries(limits)])(
    "let %s be set from end to end and no further",
    (name, { min, max }) => {
      const accepts = (value: number) => settingsPatchSchema.safeParse({ [name]: value }).success;
      expect([accepts(min - 1), accepts(min), accepts(max), accepts(max + 1)]).toEqual([
        false,
        true,
        true,
        false,
      ]);
    },
  );

  it.each(Object.entries(toolLimits))(
    "let a tool's %s be set from end to end and no further",
    (name, { min, max }) => {
      const accepts = (value: number) =>
        settingsPatchSchema.safeParse({ toolLimits: { web_search: { [name]: value } } }).success;
      expect([accepts(min - 1), accepts(min), accepts(max), accepts(max + 1)]).toEqual([
        false,
        true,
        true,
        false,
      ]);
    },
  );

  it("allow chains as long as the schema does", () => {
    const accepts = (length: number) =>
      agentSettingsSchema.safeParse({ modelTiers: { main: Array.from({ length }, () => "a:b") } }).success;
    expect([accepts(chainLength), accepts(chainLength + 1)]).toEqual([true, false]);
  });

  it.each(["openai:gpt-6-luna", "nonsense", "Upper:model", "a:b,c"])(
    "judge %j as the schema does",
    (model) => {
      expect(new RegExp(modelPattern).test(model)).toBe(modelRefSchema.safeParse(model).success);
    },
  );
});
