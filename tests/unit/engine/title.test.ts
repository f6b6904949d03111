import { describe, expect, it } from "vitest";
import { deriveTitle, writeTitle } from "@/lib/engine/answer/title";
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
    parts: [{ type: "text", chunks: [answer], isAsItStands: true }],
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
    ["<think>I should find a title.</think>\n\nGoethe's Faust", "Goethe's Faust"],
    ["I should find a title.\n</think>\n\nGoethe's Faust", "Goethe's Faust"],
    ["<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Faust", "Faust"],
    ['Sure! Here is a title:\n\n"Goethe\'s Faust"\n\nLet me know if you want another one.', "Goethe's Faust"],
    ["这是一个标题：\n\n《浮士德》", "浮士德"],
    ["Here is one:\n\n- Goethe's Faust\n- Another", "Goethe's Faust"],
    ['{"title": "Goethe\'s Faust"}', "Goethe's Faust"],
    ['```json\n{"title": "Goethe\'s Faust"}\n```', "Goethe's Faust"],
    ["```\nGoethe's Faust\n```", "Goethe's Faust"],
    ["1. Goethe's Faust\n2. A play", "Goethe's Faust"],
    ["**Goethe's Faust**", "Goethe's Faust"],
    ["# Goethe's Faust", "Goethe's Faust"],
    ["Title: Goethe's Faust", "Goethe's Faust"],
    ["**Title:** Goethe's Faust", "Goethe's Faust"],
    ["标题：浮士德", "浮士德"],
    ["Faust: who wrote it", "Faust: who wrote it"],
    ["A play by Goethe: Faust", "A play by Goethe: Faust"],
    ["<title>Goethe's Faust</title>", "Goethe's Faust"],
    ["Goethe's Faust<|im_end|>", "Goethe's Faust"],
    ['**Title:** "Goethe\'s Faust"', "Goethe's Faust"],
    ["12 Angry Men", "12 Angry Men"],
  ])("takes from %j only a title", async (answer, title) => {
    expect((await ask(answer)).title).toMatchObject({ title, usage: { inputTokens: 9, outputTokens: 3 } });
  });

  it("gives none when the model says nothing usable, and asks nothing about a picture alone", async () => {
    const nothings = [
      ' "" ',
      "{}",
      "<think>Which title",
      "It is a play.\n\nAsk me more.",
      '{"name": "Faust"}',
    ];
    for (const nothing of nothings) expect((await ask(nothing)).title).toMatchObject({ title: "" });
    const { provider, title } = await ask("Title", " ");
    expect([title, provider.requests.length]).toEqual([null, 0]);
  });
});
