import { describe, expect, it } from "vitest";
import { call, openWith, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { openProduct } from "@/tests/support/wire/product";
import { anthropic, gemini } from "@/tests/support/wire/vendors";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { expectStyles, obey } from "./style-questions";

describe("decision 28: as the records tell", () => {
  it("the styles act: thorough begins each with a call, balanced is free, direct takes two rounds at most", () =>
    expectStyles(2));
});

describe("a first step that had to be a call", () => {
  it("is repeated once where the model answered without one, and the first answer is withdrawn", async () => {
    const { services, provider } = await openWith(({ turn, body }) =>
      turn > 0
        ? text("It is 6.")
        : JSON.stringify(body["messages"]).includes("Begin again")
          ? call("calculate", { expression: "2*3" })
          : text("Surely 6."),
    );
    await services.settings.update({ agentStyle: "tool_first" }, 0, "test");
    const reply = await (await services.runs.start("owner", toQuestion("How much is 2*3?"))).reply;
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["It is 6.", "completed"]);
    expect(provider.requests.map(({ body }) => body["tool_choice"])).toEqual([
      "required",
      "required",
      "auto",
    ]);
    expect(provider.requests[0]?.body["messages"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ content: expect.stringContaining("Begin with a tool call") }),
      ]),
    );
  });

  it("stands as it is when the model answers again without one", async () => {
    const { services, provider } = await openWith(() => text("Surely 6."));
    await services.settings.update({ agentStyle: "tool_first" }, 0, "test");
    const reply = await (await services.runs.start("owner", toQuestion("How much is 2*3?"))).reply;
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["Surely 6.", "completed"]);
    expect(provider.requests).toHaveLength(2);
  });

  it("spends no round on saying that no tool is needed", async () => {
    const { services } = await openWith(obey);
    await services.settings.update({ agentStyle: "tool_first", maxIterations: 1 }, 0, "test");
    const reply = await (await services.runs.start("owner", toQuestion("Question of greeting 1"))).reply;
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(record.steps.map(({ toolChoice }) => toolChoice)).toEqual(["required", "auto"]);
    expect(record.steps[0]?.toolCalls).toMatchObject([
      { tool: "answer_directly", summary: expect.stringContaining("It is a greeting.") },
    ]);
  });

  it("is not asked for where no tool is offered, nor of the offline guide", async () => {
    const { services, provider } = await openWith(() => text("Hello."));
    await services.settings.update({ agentStyle: "tool_first", enabledTools: [] }, 0, "test");
    await (
      await services.runs.start("owner", toQuestion("Hello"))
    ).reply;
    expect(provider.requests.map(({ body }) => body["tool_choice"])).toEqual([undefined]);
  });

  it("is recorded as the choice that was sent where the model writes its calls as text", async () => {
    const { services } = await openWith(
      ({ turn }) =>
        turn === 0
          ? text(
              '```json\n{"action":"tool","tool_calls":[{"tool":"calculate","parameters":{"expression":"1+1"}}]}\n```',
            )
          : text("2"),
      { TEXT_TOOL_MODELS: "local:*" },
    );
    await services.settings.update({ agentStyle: "tool_first" }, 0, "test");
    const reply = await (await services.runs.start("owner", toQuestion("1+1?"))).reply;
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(record.steps[0]).toMatchObject({ toolChoice: "auto", temperature: 0.7 });
  });
});

describe("a vendor whose model thinks and takes no required choice", () => {
  it("is sent `auto` and the prompt, which the record says, and is asked again like the others", async ({
    onTestFinished,
  }) => {
    const script = ({ turn, body }: ProviderRequest): Reply =>
      turn > 0 || !JSON.stringify(body["messages"]).includes("Begin again")
        ? text("Six.")
        : call("calculate", { expression: "2*3" });
    const { ask, services, calls } = await openProduct(anthropic, script, onTestFinished, {
      MODEL_MAIN: "anthropic:claude-opus-5-5",
    });
    const { reply } = await ask("How much is 2*3?", { style: "tool_first" });
    const { steps } = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(calls().map(({ body }) => body["tool_choice"])).toEqual([
      { type: "auto" },
      { type: "auto" },
      { type: "auto" },
    ]);
    expect(steps.map(({ toolChoice, temperature }) => [toolChoice, temperature])).toEqual([
      ["auto", null],
      ["auto", null],
      ["auto", null],
    ]);
  });

  it("is sent `required` where it takes that", async ({ onTestFinished }) => {
    const { ask, calls } = await openProduct(
      gemini,
      ({ turn }) => (turn > 0 ? text("Six.") : call("calculate", { expression: "2*3" })),
      onTestFinished,
    );
    await ask("How much is 2*3?", { style: "tool_first" });
    expect(JSON.stringify(calls()[0]?.body["toolConfig"])).toContain('"ANY"');
  });
});

describe("decision 29: a mode", () => {
  const study = (mode: "fast" | "balanced" | "thinking") => ({
    ...toQuestion("Question of study 1", { conversation: mode, message: mode }),
    options: { mode },
  });

  it.each([
    ["fast", 2, { outcome: "completed" }, "at most 2 rounds"],
    ["balanced", 3, { outcome: "limited", reason: "iterations" }, "at most 3 rounds"],
    ["thinking", 4, { outcome: "limited", reason: "iterations" }, "at most 4 rounds"],
  ] as const)(
    "%s makes %i rounds where the administrator allows 3 to most and 4 to Deep, and the model is told",
    async (mode, rounds, end, told) => {
      const { services, provider } = await openWith(obey);
      await services.settings.update({ maxIterations: 3, deepIterations: 4 }, 0, "test");
      const reply = await (await services.runs.start("owner", study(mode))).reply;
      expect(reply.metadata).toMatchObject(end);
      expect(textOf(reply)).toBe("Here you are.");
      expect(provider.requests).toHaveLength(rounds + 1);
      expect(JSON.stringify(provider.requests[0]?.body["messages"])).toContain(told);
    },
  );

  it("takes one round where the administrator allows one", async () => {
    const { services, provider } = await openWith(obey);
    await services.settings.update({ maxIterations: 1 }, 0, "test");
    const reply = await (await services.runs.start("owner", study("fast"))).reply;
    expect(reply.metadata?.outcome).toBe("completed");
    expect(provider.requests).toHaveLength(2);
  });
});
