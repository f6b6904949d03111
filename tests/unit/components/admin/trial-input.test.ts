import { describe, expect, it } from "vitest";
import { readTrialInput, toSampleInput } from "@/components/admin/mcp/trial-input";

describe("the input of a trial", () => {
  it("begins with what the tool requires, by its defaults, choices and types", () => {
    const properties = {
      ...{ city: { type: "string", default: "Oslo" }, days: { type: "integer" }, unit: { enum: ["C", "F"] } },
      ...{ places: { type: "array" }, odd: 1, more: { type: "string" } },
    };
    const required = ["city", "days", "unit", "places", "odd"];
    const sample = { city: "Oslo", days: 0, unit: "C", places: [], odd: null };
    expect(JSON.parse(toSampleInput({ properties, required }))).toEqual(sample);
  });

  it.each([
    ["no properties", {}],
    ["properties that are none", { properties: [1], required: "all" }],
    ["required ones that are not there", { properties: {}, required: ["a", null] }],
  ])("is empty for a schema with %s", (_case, schema) => {
    expect(toSampleInput(schema)).toBe("{}");
  });

  it("takes names of the language's own as any other", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"default":{"isAdmin":true}}},"required":["__proto__"]}',
    );
    expect(JSON.parse(toSampleInput(schema as Record<string, unknown>))).toEqual(
      JSON.parse('{"__proto__":{"isAdmin":true}}'),
    );
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    ['{"a": [1]}', { a: [1] }],
    ["  ", {}],
    ["{a: 1}", "json"],
    ["[1]", "object"],
    ["null", "object"],
  ])("%s is read as %j", (text, read) => {
    expect(readTrialInput(text)).toEqual(read);
  });
});
