import { expect, it } from "vitest";
import { quotaFields, toChoice, toSettingsLimits, withChoice } from "@/components/admin/people/quota-dialog";
import { quotaLimitsSchema, quotaOverridesSchema } from "@/lib/features/quotas/shape/quotas";
import { defaultSettings } from "@/lib/protocol/settings";

it("every limit of a person can be set, from end to end and no further", () => {
  expect(quotaFields.map(({ name }) => name).sort()).toEqual(Object.keys(quotaLimitsSchema.shape).sort());
  for (const { name, range } of quotaFields) {
    const accepts = (value: number) => quotaOverridesSchema.safeParse({ [name]: value }).success;
    expect([
      name,
      accepts(range.min - 1),
      accepts(range.min),
      accepts(range.max),
      accepts(range.max + 1),
    ]).toEqual([name, false, true, true, false]);
  }
});

it("a limit follows the settings, is none, or is a number of its own", () => {
  const none = withChoice({ centsPerDay: 5 }, "messagesPerDay", "none", 0);
  expect(none).toEqual({ centsPerDay: 5, messagesPerDay: null });
  expect(toChoice(none, "messagesPerDay")).toBe("none");
  expect(withChoice(none, "messagesPerDay", "own", 40)).toEqual({ centsPerDay: 5, messagesPerDay: 40 });
  expect(toChoice({ messagesPerDay: 0 }, "messagesPerDay")).toBe("own");
  expect(withChoice(none, "messagesPerDay", "settings", 0)).toEqual({ centsPerDay: 5 });
});

it("what the settings give to everybody has the searches among the tools' limits", () => {
  expect(toSettingsLimits(defaultSettings)).toEqual({
    ...{ messagesPerDay: 500, searchesPerHour: 20, searchesPerDay: 100 },
    ...{ centsPerDay: 500, centsPerMonth: 5000 },
  });
  expect(toSettingsLimits({ ...defaultSettings, toolLimits: {} })).toMatchObject({
    searchesPerHour: null,
    searchesPerDay: null,
  });
});
