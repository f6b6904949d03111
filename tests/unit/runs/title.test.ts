import { describe, expect, it } from "vitest";
import { deriveTitle, writeTitle } from "@/lib/runs/answer/title";
import { openChain } from "@/lib/models/open-chain";
import { createModels } from "@/lib/models/models";
import { toUserMessage } from "@/tests/support/messages";
import { closeAfter } from "@/tests/support/scripted-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

describe("deriveTitle", () => {
  it.each([
    ["Who wrote Faust? Tell me more.", "Who wrote Faust?"],
    ["Version 2.5 is out. Why?", "Version 2.5 is out"],
    ["谁写了《浮士德》？请多说一些。", "谁写了《浮士德》？"],
    ["  two\n lines ", "two lines"],
    ["word ".repeat(30), `${"word ".repeat(12).trim()}…`],
    ["x".repeat(90), `${"x".repeat(60)}…`],
    [`${"x".repeat(59)}😀😀`, `${"x".repeat(59)}…`],
    ["   ", "New"],
  ])("makes of %j the title %j", (text, title) => {
    expect(deriveTitle(toUserMessage("m1", text), "New")).toBe(title);
  });
});

async function ask(answer: string, question = "Who wrote Faust?") {
  const provider = await startProviderServer(() => ({
    parts: [{ type: "text", chunks: [answer] }],
    usage: { input: 9, output: 3 },
  }));
  closeAfter(provider);
  const models = createModels({
    local: { baseURL: `${provider.url}/v1` },
    compatible: [],
    tiers: {},
    keySources: {},
  });
  const model = openChain(models, ["local:small"], { onServed() {}, onFallback() {} });
  return {
    provider,
    title: await writeTitle(model, toUserMessage("m1", question), AbortSignal.timeout(5_000)),
  };
}

describe("writeTitle", () => {
  it.each([
    ["“Goethe's Faust.”", "Goethe's Faust"],
    ["Faust\nand a remark", "Faust"],
    ["x".repeat(500), "x".repeat(120)],
  ])("takes from %j only a title", async (answer, title) => {
    expect((await ask(answer)).title).toMatchObject({ title, usage: { inputTokens: 9, outputTokens: 3 } });
  });

  it("gives none when the model says nothing usable, and asks nothing about a picture alone", async () => {
    for (const nothing of [' "" ', "{}"]) expect((await ask(nothing)).title).toMatchObject({ title: "" });
    const { provider, title } = await ask("Title", " ");
    expect([title, provider.requests.length]).toEqual([null, 0]);
  });
});
