import { describe, expect, it } from "vitest";
import {
  ask,
  call,
  closeAfter,
  openWith,
  read,
  text,
  textOf,
  toolParts,
} from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";

describe("the limits of a run", () => {
  it("ends at the iteration limit with a forced answer, and the tools' results are in the prompt", async () => {
    let calls = 0;
    const { services, provider } = await openWith((request) => {
      calls += 1;
      return JSON.stringify(request.body["tool_choice"]) === '"none"'
        ? text("Best so far.")
        : call("calculate", { expression: `${calls}+1` });
    });
    const { version } = await services.settings.get();
    await services.settings.update({ maxIterations: 3 }, version, "test");
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "iterations" });
    expect(textOf(reply)).toBe("Best so far.");
    expect(provider.requests).toHaveLength(4);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain("1+1 = 2");
  });

  it("writes its own last words when the model has none even then", async () => {
    let calls = 0;
    const { services } = await openWith(() => call("calculate", { expression: `${(calls += 1)}+1` }));
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "iterations" });
    expect(textOf(reply)).toContain("I reached the limit of steps");
  });

  it("says once that a call repeats itself, then asks for the answer", async () => {
    const { services, provider } = await openWith((request) =>
      JSON.stringify(request.body["tool_choice"]) === '"none"'
        ? text("So be it.")
        : call("calculate", { expression: "1+1" }),
    );
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "no_progress" });
    expect(reply.parts.filter((part) => part.type === "data-notice")).toHaveLength(1);
    expect(JSON.stringify(provider.requests[2]?.body["messages"])).toContain("You made the same call");
    expect(provider.requests).toHaveLength(4);
  });

  it("cuts off a model that does not stop talking: it spends no more than the budget and what the estimate can err", async () => {
    const chunks = Array.from({ length: 20_000 }, (_, index) => `word${index} `);
    const { provider } = await openWith(() => ({
      parts: [{ type: "text", chunks }],
      usage: null,
      delayMs: 1,
    }));
    const paid = await openTestServices({
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "openai:gpt-4.1",
      MODEL_LITE: "offline:guide",
    });
    closeAfter({ close: () => paid.dispose() });
    await paid.settings.update({ costBudgetPerRequest: 2 }, 0, "test");
    const reply = await ask(paid);
    expect(reply.metadata).toMatchObject({
      outcome: "limited",
      reason: "budget",
      usage: { estimated: true },
    });
    expect(reply.metadata?.costMicroUsd).toBeGreaterThan(5_000);
    expect(reply.metadata?.costMicroUsd).toBeLessThan(26_000);
    expect(provider.requests[0]?.body["max_output_tokens"]).toBeLessThan(2_500);
    expect(textOf(reply)).toContain("word0 ");
  });

  it("does not call the model at all when the budget cannot pay even a short answer", async () => {
    const { provider } = await openWith(() => text("ok"));
    const paid = await openTestServices({
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "openai:gpt-4.1",
      MODEL_LITE: "offline:guide",
    });
    closeAfter({ close: () => paid.dispose() });
    await paid.settings.update({ costBudgetPerRequest: 1 }, 0, "test");
    const reply = await ask(paid, "long ".repeat(19_000));
    expect(provider.requests).toHaveLength(0);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "budget", costMicroUsd: 0 });
    expect(textOf(reply)).toContain("budget");
  });
});

describe("an answer beside the last step", () => {
  it("is an answer, although the model ends without a further word", async () => {
    const { services } = await openWith((request) =>
      request.turn === 0
        ? {
            parts: [
              { type: "text", chunks: ["Noted: you like tea."] },
              { type: "tool", name: "memory_save", input: { facts: [{ content: "Likes tea" }] } },
            ],
            usage: null,
          }
        : { parts: [], usage: null },
    );
    const reply = await ask(services, "I like tea");
    expect(reply.metadata?.outcome).toBe("completed");
    expect(textOf(reply)).toContain("Noted");
  });
});

describe("what goes wrong with a model", () => {
  it("answers an unknown tool with the list of those that exist, and goes on", async () => {
    const { services, provider } = await openWith((request) =>
      request.turn === 0 ? call("teleport", { to: "Mars" }) : text("I cannot."),
    );
    const reply = await ask(services);
    expect(reply.metadata?.outcome).toBe("completed");
    const prompt = JSON.stringify(provider.requests[1]?.body["messages"]);
    for (const name of ["teleport", "web_search", "calculate"]) expect(prompt).toContain(name);
    expect(toolParts(reply)[0]).toMatchObject({ state: "output-error" });
  });

  it("answers invalid arguments with what is wrong, and the model can repair them", async () => {
    const { services, provider } = await openWith((request) => {
      if (request.turn === 0) return call("calculate", { wrong: 1 });
      return request.turn === 1 ? call("calculate", { expression: "18% of 250" }) : text("45");
    });
    const reply = await ask(services);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain("expression");
    expect(JSON.stringify(provider.requests[2]?.body["messages"])).toContain("= 45");
    expect(textOf(reply)).toBe("45");
  });

  it("tells broken arguments back instead of failing", async () => {
    const { services } = await openWith((request) =>
      request.turn === 0
        ? { parts: [{ type: "tool", name: "calculate", rawInput: '{"expression": ' }], usage: null }
        : text("Sorry."),
    );
    expect((await ask(services)).metadata?.outcome).toBe("completed");
  });

  it.each<[string, Reply, string]>([
    ["a wrong key", { status: 401, message: "bad key" }, "model_key"],
    ["a rejected request", { status: 400, message: "no such parameter" }, "model_rejected"],
    ["an empty answer", { parts: [], usage: { input: 1, output: 0 } }, "empty"],
  ])(
    "ends as failed on %s, keeps the question, and says what to do without showing a stack",
    async (_title, reply, reason) => {
      const { services } = await openWith(() => reply);
      const answer = await ask(services);
      expect(answer.metadata).toMatchObject({ outcome: "failed", reason });
      expect(answer.metadata?.error ?? "").not.toMatch(/\bat .*:\d+:\d+/);
      expect((await read(services)).messages.map(textOf)[0]).toBe("What is it?");
    },
  );

  it("keeps what was written when the connection is cut in the middle", async () => {
    const { services } = await openWith(() => ({
      parts: [{ type: "text", chunks: ["Half ", "of ", "it ", "and more"] }],
      cutAfter: 4,
      delayMs: 60,
    }));
    const reply = await ask(services);
    expect(reply.metadata?.outcome).toBe("failed");
    expect(textOf(reply)).toContain("Half");
  });

  it("falls back to the next model of the chain before the first word, and says so", async () => {
    const { services } = await openWith(
      (request) => (request.model === "bad" ? { status: 400, message: "no" } : text("From the second.")),
      { MODEL_MAIN: "local:bad,local:good" },
    );
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "completed", model: "local:good" });
    expect(reply.parts.find((part) => part.type === "data-notice")).toMatchObject({
      data: {
        kind: "fallback",
        code: "fallback",
        values: { from: "local:bad", to: "local:good", why: "model_rejected" },
      },
    });
  });
});
