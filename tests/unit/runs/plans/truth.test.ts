import { describe, expect, it } from "vitest";
import { step } from "@/tests/support/planned-script";
import { textOf } from "@/tests/support/scripted-services";
import { isAskedFor, isPlanAsked } from "@/tests/support/wire/read-form";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const closed = { status: 400, message: "the register is closed" };
const noticesOf = (reply: { parts: { type: string }[] }) =>
  JSON.stringify(reply.parts.filter(({ type }) => type === "data-notice"));
const always = { mode: "thinking", plan: "always" } as const;

describe("the money of a plan", () => {
  it.each([
    ["3", "15"],
    ["5", "25"],
    ["15", "75"],
  ])("is opened before the planner is asked, at $%s/$%s a million", async (input, output) => {
    const { services } = await openPlanned({ plans: [[step("route"), step("hotels")]] });
    const { version } = await services.settings.get();
    await services.saveSettings(
      { modelPrices: { "local:test": { input: Number(input), output: Number(output) } } } as never,
      version,
      { id: "owner", name: "Owner" } as never,
    );
    const reply = await askPlanned(services, always);
    expect(planOf(reply)?.steps.length ?? noticesOf(reply)).toBe(2);
  });

  it("is told where it cannot pay the planner, and the question is answered all the same", async () => {
    const { services } = await openPlanned({ plans: [[step("route"), step("hotels")]] });
    const { version } = await services.settings.get();
    await services.saveSettings(
      { planBudget: 11, modelPrices: { "local:test": { input: 1, output: 75 } } } as never,
      version,
      { id: "owner", name: "Owner" } as never,
    );
    const reply = await askPlanned(services, always);
    expect(planOf(reply)).toBeNull();
    expect(noticesOf(reply)).toMatch(/A plan would cost about \d+ ¢; this answer may cost 11 ¢/);
    expect(textOf(reply)).toBe("All told.");
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
    const { services, provider } = await openPlanned({
      plans: [[step("Tower"), step("Hangs")]],
      steps: { Tower: ["The tower has 4711 steps."], Hangs: [() => new Promise(() => undefined)] },
      answer: "It has 4711 steps.",
    });
    const { version } = await services.settings.get();
    await services.saveSettings(
      { planTimeLimitSeconds: 60, firstChunkSeconds: 200, silenceSeconds: 200, callSeconds: 300 } as never,
      version,
      { id: "owner", name: "Owner" } as never,
    );
    const reply = await askPlanned(services, always);
    expect(textOf(reply)).toContain("4711");
    expect(reply.metadata?.outcome).toBe("limited");
    expect(noticesOf(reply)).toContain("Hangs");
    expect(wordsOf(provider.requests.at(-1) as ProviderRequest)).toContain("Hangs");
  }, 90_000);
});
