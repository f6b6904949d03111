import { describe, expect, it } from "vitest";
import { listSwitchedOff } from "@/lib/agent/switched-off";
import { defaultSettings } from "@/lib/protocol/settings";

describe("listSwitchedOff", () => {
  it("names nothing while everything is on", () => {
    expect(listSwitchedOff(defaultSettings, false)).toEqual([]);
  });

  it("names a capability whose switch is off, in words for a person", () => {
    expect(
      listSwitchedOff({ ...defaultSettings, webSearchEnabled: false, imageGenerationEnabled: false }, false),
    ).toEqual(["web search and page reading", "making images"]);
  });

  it("does not say that an administrator took memory from a temporary chat", () => {
    expect(listSwitchedOff({ ...defaultSettings, memoryEnabled: false }, true)).toEqual([]);
    expect(listSwitchedOff({ ...defaultSettings, memoryEnabled: false }, false)).toEqual(["memory"]);
  });

  it("names a capability of which no tool is left, and not one that has a tool left", () => {
    const enabledTools = defaultSettings.enabledTools.filter(
      (tool) => tool !== "memory_retrieve" && tool !== "memory_save" && tool !== "web_fetch",
    );
    expect(listSwitchedOff({ ...defaultSettings, enabledTools }, false)).toEqual(["memory"]);
  });
});
