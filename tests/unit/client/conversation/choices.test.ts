import { describe, expect, it } from "vitest";
import { listUsual, toChatOptions, toChoiceInForce, toSite } from "@/lib/client/conversation/choices";
import type { ClientSettings } from "@/lib/protocol/client-settings";

const settings: ClientSettings = {
  offline: false,
  canConfigure: true,
  models: [{ ref: "google:one", label: "One", provider: "Google", contextWindow: null, price: null }],
  budget: { microUsd: 100_000, planMicroUsd: 500_000 },
  usual: [],
  focusEngines: { news: ["Tavily"], academic: [], site: ["Tavily"] },
  defaultModel: "google:one",
  style: "balanced",
  allowStyleOverride: true,
  allowPlans: true,
  allowModelChoice: true,
  reasoningVisible: true,
  agents: [],
};
const place = { language: "en", timezone: "Asia/Shanghai" };
const focus = { kind: "site", site: "example.org" } as const;
const choices = {
  style: "direct",
  model: "google:one",
  mode: "thinking",
  focus,
  plan: "never",
  isWebOff: false,
} as const;

describe("toChatOptions", () => {
  it("leaves the focus at home while the web is off", () => {
    const sent = toChatOptions({ ...choices, isWebOff: true }, settings, place);
    expect(sent).toMatchObject({ web: false });
    expect(sent).not.toHaveProperty("focus");
  });

  it("sends what the person chose", () => {
    expect(toChatOptions(choices, settings, place)).toEqual({
      style: "direct",
      model: "google:one",
      mode: "thinking",
      focus,
      plan: "never",
      ...place,
    });
  });

  it("leaves out what the settings do not leave to the person", () => {
    const strict = {
      ...settings,
      allowStyleOverride: false,
      allowModelChoice: false,
      allowPlans: false,
      focusEngines: null,
    };
    expect(toChatOptions(choices, strict, place)).toEqual({ mode: "thinking", ...place });
  });

  it("leaves out a model that is no longer offered", () => {
    expect(toChatOptions({ ...choices, model: "google:gone" }, settings, place)).not.toHaveProperty("model");
  });
});

it("what replies usually take is of the model that answers, and of the plans that are wanted", () => {
  const toLike = (model: string, isPlanned: boolean) => ({
    ...{ model, isPlanned, mode: "thinking" as const, ms: 1_000, microUsd: 5 },
  });
  const [plain, planned] = [toLike("google:one", false), toLike("google:one", true)];
  const usual = [plain, planned, toLike("google:two", false)];
  const list = (plan: "auto" | "always" | "never" | null) =>
    listUsual({ usual }, { model: "google:one", plan });
  expect([null, "auto", "always", "never"].map((plan) => list(plan as null))).toEqual([
    ...[[plain, planned], [plain, planned], [planned], [plain]],
  ]);
});

it("a focus goes only where a search engine can keep to it", () => {
  const send = (kind: "news" | "academic") =>
    toChatOptions({ ...choices, focus: { kind } }, settings, place).focus;
  expect(send("news")).toEqual({ kind: "news" });
  expect(send("academic")).toBeUndefined();
});

it("an agent limits the modes, and may have models of its own", () => {
  expect(toChoiceInForce(choices, settings, { depth: "balanced", hasModels: true })).toMatchObject({
    modes: ["fast", "balanced"],
    mode: "balanced",
    model: null,
  });
});

it.each([
  ["example.org", "example.org"],
  [" https://www.Example.org/a?b#c ", "example.org"],
  ["www.org", "www.org"],
  ["news.bbc.co.uk:8080/x", "news.bbc.co.uk"],
  ["münchen.de", "xn--mnchen-3ya.de"],
  ["", null],
  ["example", null],
  ["127.0.0.1", null],
  ["a b.org", null],
  ["javascript://x", null],
])("the site that %j names is %j", (text, site) => {
  expect(toSite(text)).toBe(site);
});
