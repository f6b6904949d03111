import { describe, expect, it } from "vitest";
import { toChatOptions } from "@/lib/client/choices";
import type { ClientSettings } from "@/lib/protocol/client-settings";

const settings: ClientSettings = {
  offline: false,
  canConfigure: true,
  models: [{ ref: "google:one", label: "One", contextWindow: null, price: null }],
  usual: {},
  focusEngines: { news: ["Tavily"], academic: [], site: ["Tavily"] },
  defaultModel: "google:one",
  style: "balanced",
  allowStyleOverride: true,
  allowModelChoice: true,
  reasoningVisible: true,
  agents: [],
};
const place = { language: "en", timezone: "Asia/Shanghai" };
const choices = { style: "direct", model: "google:one", mode: "thinking" } as const;

describe("toChatOptions", () => {
  it("sends what the person chose", () => {
    expect(toChatOptions(choices, settings, place)).toEqual({
      style: "direct",
      model: "google:one",
      mode: "thinking",
      ...place,
    });
  });

  it("leaves out what the settings do not leave to the person", () => {
    const strict = { ...settings, allowStyleOverride: false, allowModelChoice: false };
    expect(toChatOptions(choices, strict, place)).toEqual({ mode: "thinking", ...place });
  });

  it("leaves out a model that is no longer offered", () => {
    expect(toChatOptions({ ...choices, model: "google:gone" }, settings, place)).not.toHaveProperty("model");
  });
});
