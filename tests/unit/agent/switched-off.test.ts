import { describe, expect, it } from "vitest";
import { listSwitchedOff } from "@/lib/agent/switched-off";
import { defaultSettings } from "@/lib/protocol/settings";

describe("listSwitchedOff", () => {
  it("names nothing while everything is on", () => {
    expect(listSwitchedOff(defaultSettings)).toEqual([]);
  });

  it("names a capability whose switch is off, in words for a person", () => {
    expect(listSwitchedOff({ ...defaultSettings, webSearchEnabled: false, imageGenerationEnabled: false })).toEqual([
      "web search and page reading",
      "making images",
    ]);
  });

  it("names a capability of which no tool is left, and not one that has a tool left", () => {
    const enabledTools = defaultSettings.enabledTools.filter(
      (tool) => tool !== "memory_retrieve" && tool !== "memory_save" && tool !== "web_fetch",
    );
    expect(listSwitchedOff({ ...defaultSettings, enabledTools })).toEqual(["memory"]);
  });
});
