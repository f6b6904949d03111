import { listNotices } from "@/tests/support/to-words";
import type { Locale } from "@/i18n/locales";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { describe, expect, it } from "vitest";
import { readTurn } from "@/lib/client/message/read-turn";
import { step } from "@/tests/support/planned-script";
import { listOf, readTraceOf } from "@/tests/support/read-trace";
import { textOf } from "@/tests/support/scripted-services";
import { isAskedFor, isPlanAsked } from "@/tests/support/wire/read-form";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses, type Planned } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const closed = { status: 400, message: "the register is closed" };
const noticesOf = (reply: ChatMessage, locale?: Locale) => listNotices(reply, locale).join(" ");
const always = { mode: "thinking", plan: "always" } as const;

describe("the money of a plan", () => {
  it.each([
    ["3", "15"],
    ["5", "25"],
    ["15", "75"],
  ])("is opened before the planner is asked, at $%s/$%s a million", async (input, output) => {
    const { services } = await openPlanned({ plans: [[step("route"), step("hotels")]] });
    const { version } = await services.settings.get();
    const price = { inputPerMillion: Number(input), outputPerMillion: Number(output), asOf: "2026-11-23" };
    await services.settings.update({ checkpoints: [], prices: { "local:test": price } }, version, "test");
    const reply = await askPlanned(services, always);
    expect(planOf(reply)?.steps.length).toBe(2);
    expect(reply.metadata?.costMicroUsd).toBeGreaterThan(0);
    expect(textOf(reply)).toBe("All told.");
  });

  it("is told where it cannot pay the planner, and the question is answered all the same", async () => {
    const { services } = await openPlanned({ plans: [[step("route"), step("hotels")]] });
    const { version } = await services.settings.get();
    const price = { inputPerMillion: 1, outputPerMillion: 75, asOf: "2026-11-23" };
    await services.settings.update({ planBudget: 11, prices: { "local:test": price } }, version, "test");
    const reply = await askPlanned(services, always);
    expect(planOf(reply)).toBeNull();
    expect(noticesOf(reply)).toMatch(/A plan would cost about \d+ ¢; this answer may cost 11 ¢/);
    expect(textOf(reply)).toBe("All told.");
  });
});

describe("a plan that may come to more than its answer may cost", () => {
  const priceOf = (inputPerMillion: number, outputPerMillion: number) => ({
    prices: { "local:test": { inputPerMillion, outputPerMillion, asOf: "2026-11-23" } },
  });

  it.each([
    ["en", 5, /The plan may cost about \d+ ¢; this answer may cost 50 ¢/],
    ["zh", 5, /这个计划预计需要约 \d+ 美分，而这次回答的预算是 50 美分/],
    ["en", 0.1, /^(?!.*¢)/],
  ] as const)(
    "is told so with both numbers, where that is so, in %s at $%s a million",
    async (locale, input, words) => {
      const titles = ["one", "two", "three", "four", "five", "six"];
      const { services } = await openPlanned({
        plans: [titles.map((title) => step(title, [], { tool: "calculate" }))],
      });
      const { version } = await services.settings.get();
      await services.settings.update({ checkpoints: [], ...priceOf(input, input * 5) }, version, "test");
      const reply = await askPlanned(services, always);
      const { estimateMicroUsd = 0 } = planOf(reply) ?? {};
      expect(estimateMicroUsd > 500_000).toBe(input > 1);
      expect(noticesOf(reply, locale)).toMatch(words);
      expect(textOf(reply)).toBe("All told.");
    },
  );

  it("keeps to the money where the price rises in the middle, and says what it lost", async () => {
    const used = {
      parts: [{ type: "text" as const, chunks: ["Amber."] }],
      usage: { input: 4_000, output: 50 },
    };
    const { services } = await openPlanned({
      plans: [[step("amber"), step("cedar", [1]), step("oak", [2])], []],
      steps: {
        amber: [
          async () => {
            const { version } = await services.settings.get();
            await services.settings.update(priceOf(600, 3_000), version, "test");
            return used;
          },
        ],
      },
    });
    const { version } = await services.settings.get();
    await services.settings.update({ checkpoints: [], ...priceOf(1, 5) }, version, "test");
    const reply = await askPlanned(services, always);
    expect(reply.metadata?.costMicroUsd).toBeLessThanOrEqual(500_000);
    expect(statuses(reply)["oak"]).not.toBe("completed");
    expect(noticesOf(reply)).toContain("oak");
  });
});

describe("what happens inside a plan", () => {
  it("is counted apart from replies, and each question to a model stands in the recording", async () => {
    const calls = { parts: [{ type: "tool" as const, name: "calculate", input: { expression: "6*7" } }] };
    const used = { ...calls, usage: { input: 1_000, output: 50 } };
    const { services } = await openPlanned({
      plans: [[step("amber"), step("cedar", [1])]],
      steps: { amber: [used, "42 of amber."] },
    });
    const { metadata } = await askPlanned(services);
    const { entries } = await readTraceOf(services, metadata?.runId ?? "");
    const questions = listOf({ entries }, "question");
    expect(questions.map(({ purpose }) => purpose)).toEqual([
      "plan_need",
      "plan_make",
      "find_conflicts",
      "evaluate_answer",
    ]);
    expect(questions[1]?.prompt).toContain("Tell me all of it.");
    expect(JSON.stringify(questions[1]?.answer)).toContain("amber");
    const { days } = await services.overview({ days: 1 } as never);
    const [today] = days.slice(-1);
    expect(today).toMatchObject({ runs: 1, tools: [{ tool: "calculate", calls: 1 }] });
    expect(today?.inputTokens).toBeGreaterThan(1_080);
  });
});

describe("a helper", () => {
  it("is counted by the steps that it did and those that failed, apart from replies", async () => {
    const { services } = await openPlanned({
      plans: [
        [step("amber", [], { helper: "writer" }), step("cedar", [], { helper: "writer" }), step("oak")],
        [],
      ],
      steps: { cedar: [closed] },
    });
    await askPlanned(services, always);
    await services.settleBackground();
    const { groups } = await services.overview({ days: 1 } as never);
    const helpers = groups.filter(({ kind }) => kind === "helper");
    const [writer, own] = ["Writer", ""].map((name) => helpers.find((row) => row.name === name));
    expect(writer).toMatchObject({ succeeded: 1 });
    expect(writer?.failed).toBeGreaterThan(0);
    expect(writer?.count).toBe((writer?.succeeded ?? 0) + (writer?.failed ?? 0));
    expect(own).toMatchObject({ count: 1, succeeded: 1, failed: 0 });
    expect(groups.find(({ kind }) => kind === "site")).toMatchObject({ count: 1, succeeded: 1 });
  });
});

describe("the rounds of Deep", () => {
  it.each([
    ["balanced", 5],
    ["thinking", 8],
  ] as const)("in the mode %s are told to the model", async (mode, rounds) => {
    const { services, provider } = await openPlanned({ plans: [[]] });
    await askPlanned(services, { mode, plan: "never" });
    const [first] = provider.requests;
    expect(wordsOf(first as ProviderRequest)).toContain(`at most ${rounds} rounds`);
  });
});

describe("the rounds that the parts of a question get", () => {
  const parts = ["Who?", "Where?"].map((text) => ({ text, reason: "is asked", needs: [] }));

  it.each([
    ["thinking", 12, 11],
    ["thinking", 9, 9],
  ] as const)("stand in the trail of the mode %s, at most %i", async (mode, deepIterations, rounds) => {
    const { services, provider } = await openPlanned({
      plans: [[]],
      small: (request) => (isAskedFor(request, "parts") ? { parts } : null),
    });
    const { version } = await services.settings.get();
    await services.settings.update({ deepIterations }, version, "test");
    const reply = await askPlanned(services, { mode, plan: "never" });
    const told = reply.parts.find((part) => part.type === "data-questions");
    expect(told?.data.rounds).toBe(rounds);
    expect(wordsOf(provider.requests[0] as ProviderRequest)).toContain(`at most ${rounds} rounds`);
    const [step] = readTurn(reply).steps.filter(({ kind }) => kind === "questions");
    expect(step).toMatchObject({ rounds });
  });
});

describe("what a plan lost", () => {
  it("is told where nothing was planned in its place", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("Zanzibar register", [], { critical: true }), step("Sum", [1])], []],
      steps: { "Zanzibar register": [closed] },
    });
    const reply = await askPlanned(services, always);
    expect(noticesOf(reply)).toContain("Zanzibar register");
    expect(noticesOf(reply)).toContain("Sum");
    expect(wordsOf(provider.requests.at(-1) as ProviderRequest)).toContain("Zanzibar register");
    expect(textOf(reply)).toBe("All told.");
  });

  it("is no gap where other steps did it", async () => {
    const { services, provider } = await openPlanned({
      plans: [
        [step("Quito ledger", [], { critical: true }), step("Two buyers")],
        [step("Roses for 7733 euros")],
      ],
      steps: { "Quito ledger": [closed] },
    });
    const reply = await askPlanned(services, always);
    const asked = wordsOf(provider.requests.at(-1) as ProviderRequest);
    expect(asked).not.toContain("Quito ledger");
    expect(asked).toContain("7733");
    expect(noticesOf(reply)).not.toContain("Quito ledger");
  });
});

describe("an answer that lacks something", () => {
  it("gets steps for it, once, and no call is forced", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("Hotels"), step("Trains")], [step("Prices")]],
      steps: { Prices: ["A night is 96 euros."] },
      small: (request) =>
        isAskedFor(request, "answered", "supported")
          ? { answered: false, supported: true, missing: ["the prices"], refused: false, confidence: 0.2 }
          : null,
    });
    const reply = await askPlanned(services, always);
    expect(statuses(reply)).toEqual({ Hotels: "completed", Trains: "completed", Prices: "completed" });
    expect(provider.requests.filter(isPlanAsked)).toHaveLength(2);
    expect(wordsOf(provider.requests.filter(isPlanAsked)[1] as ProviderRequest)).toContain("the prices");
    expect(wordsOf(provider.requests.at(-1) as ProviderRequest)).toContain("96 euros");
    expect(provider.requests.map(({ body }) => body["tool_choice"])).not.toContain("required");
    expect(textOf(reply)).toBe("All told.");
  });

  it("waits for the person where a step for it fails, and is written once they have answered", async () => {
    const { services } = await openPlanned({
      plans: [[step("Hotels"), step("Trains")], [step("Prices", [], { critical: true })]],
      steps: { Prices: [closed] },
      small: (request) =>
        isAskedFor(request, "answered", "supported")
          ? { answered: false, supported: true, missing: ["the prices"], refused: false, confidence: 0.2 }
          : null,
    });
    const { version } = await services.settings.get();
    await services.settings.update({ checkpoints: ["error"] }, version, "test");
    const asked = await askPlanned(services, always);
    expect(textOf(asked)).toBe("");
    const question = asked.parts.find((part) => part.type === "data-question");
    const { id = "", choices = [] } = question?.type === "data-question" ? question.data : {};
    const place = { userId: "owner", conversationId: "c1", id };
    const taken = await services.runs.answerQuestion(place, choices[1] ?? "");
    const reply = (await taken?.reply) ?? expect.fail("It does not go on.");
    expect(statuses(reply)).toEqual({ Hotels: "completed", Trains: "completed", Prices: "failed" });
    expect(textOf(reply)).toBe("All told.");
    expect(noticesOf(reply).match(/Not every step/g)).toHaveLength(1);
  });

  it("stands where nothing can find it", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("Hotels"), step("Trains")], []],
      small: (request) =>
        isAskedFor(request, "answered", "supported")
          ? { answered: false, supported: true, missing: ["the prices"], refused: false, confidence: 0.2 }
          : null,
    });
    const reply = await askPlanned(services, always);
    expect(provider.requests.map(({ body }) => body["tool_choice"])).not.toContain("required");
    expect(textOf(reply)).toBe("All told.");
  });
});

describe("the time of a plan", () => {
  it("leaves a fifth for the answer, which is written from what is done", async () => {
    // Making the plan takes 40 of the 48 seconds that its steps have.
    let planned: Planned | null = null;
    const now = () => Date.now() + (planned?.provider.requests.some(isPlanAsked) === true ? 40_000 : 0);
    planned = await openPlanned(
      {
        plans: [[step("Tower"), step("Hangs")]],
        steps: { Tower: ["The tower has 4711 steps."], Hangs: [() => new Promise(() => undefined)] },
        answer: "It has 4711 steps.",
      },
      {},
      { now },
    );
    const { services, provider } = planned;
    const { version } = await services.settings.get();
    const calls = { firstChunkSeconds: 200, silenceSeconds: 200, callSeconds: 300 };
    await services.settings.update({ planTimeLimitSeconds: 60, ...calls }, version, "test");
    const begunAt = now();
    const reply = await askPlanned(services, always);
    expect(now() - begunAt).toBeLessThan(60_000);
    expect(textOf(reply)).toContain("4711");
    expect(reply.metadata?.outcome).toBe("limited");
    expect(noticesOf(reply)).toContain("Hangs");
    expect(wordsOf(provider.requests.at(-1) as ProviderRequest)).toContain("Hangs");
  });
});
