import { describe, expect, it } from "vitest";
import type {
  PlaygroundEvent,
  PlaygroundRequest,
  TriedMessage,
} from "@/lib/features/traces/shape/playground";
import { runsQuerySchema } from "@/lib/protocol/runs";
import { readTraceOf } from "@/tests/support/read-trace";
import { ask, call, openWith, read, text } from "@/tests/support/scripted-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const twoModels = { MODEL_MAIN: "local:test,local:other" };
const answers = ({ turn }: ProviderRequest): Reply =>
  turn === 0 ? call("calculate", { expression: "6*7" }) : text("It is ", "42.");
const unread = new AbortController().signal;

async function openRun(
  script: (request: ProviderRequest) => Reply,
  words = "How much is six times seven?",
  env: Record<string, string> = twoModels,
) {
  const { services, provider } = await openWith(script, env);
  const reply = await ask(services, words);
  const trace = await readTraceOf(services, reply.metadata?.runId ?? "");
  const before = provider.requests.length;
  const recorded = services.runs.getCall(trace, 2);
  const tryCall = async (request: Partial<PlaygroundRequest> = {}) => {
    const given = { call: 2, messages: recorded.messages, ...request };
    const run = await services.runs.openCall("owner", trace, given);
    const events: PlaygroundEvent[] = [];
    await run((event) => void events.push(event), unread);
    return events;
  };
  return { services, trace, recorded, tryCall, asked: () => provider.requests.slice(before) };
}

const isOther = ({ body }: ProviderRequest) => JSON.stringify(body).includes('"model":"other"');
const wordsOf = (events: readonly PlaygroundEvent[]): string =>
  events.map((event) => (event.type === "delta" ? event.delta : "")).join("");
const endOf = (events: readonly PlaygroundEvent[]) => {
  const end = events.find((event) => event.type === "end");
  if (end?.type !== "end") throw new Error("It has no end.");
  return end;
};
const edit = (messages: readonly TriedMessage[], from: string, to: string): TriedMessage[] =>
  JSON.parse(JSON.stringify(messages).replaceAll(from, to)) as TriedMessage[];

describe("a recorded call of a model that is edited and made once more", () => {
  it("opens with its messages, its tools by name, and what it came to", async () => {
    const { recorded } = await openRun(answers);
    expect(recorded.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(recorded.messages.at(-1)).toMatchObject({
      content: [{ type: "tool-result", toolName: "calculate", output: { type: "text" } }],
    });
    expect(recorded.tools).toContain("calculate");
    expect(recorded).toMatchObject({ call: 2, answer: "It is 42.", made: { model: "local:test" } });
    expect(recorded.made.tokens).toEqual({ input: 20, output: 5, cached: 0 });
  });

  it("sends what was edited with what was chosen, streams the answer and says what differs", async () => {
    const { recorded, tryCall, asked } = await openRun((request) =>
      isOther(request) ? text("It is ", "forty-three.") : answers(request),
    );
    const messages = edit(recorded.messages, "6*7 = 42", "6*7 = 43");
    const events = await tryCall({ messages, model: "local:other", temperature: 0.2, tools: ["calculate"] });
    expect(asked()).toHaveLength(1);
    const sent = JSON.stringify(asked()[0]?.body);
    expect(sent).toContain("6*7 = 43");
    expect(sent).not.toContain("6*7 = 42");
    const { tools, temperature } = asked()[0]?.body as { tools: object[]; temperature: number };
    expect([tools.length, temperature]).toEqual([1, 0.2]);
    expect(wordsOf(events)).toBe("It is forty-three.");
    const { made, sides } = endOf(events);
    expect(made).toMatchObject({ model: "local:other", temperature: 0.2, finishReason: "stop" });
    expect(made.tokens).toEqual({ input: 20, output: 5, cached: 0 });
    expect(sides[0].filter(({ isSame }) => !isSame)).toEqual([{ text: "42", isSame: false }]);
    expect(sides[1].map((piece) => piece.text).join("")).toBe("It is forty-three.");
  });

  it("makes one call alone: a tool that the model asks for is said, and not executed", async () => {
    const { services, tryCall, asked } = await openRun((request) =>
      isOther(request)
        ? call("memory_save", { facts: [{ content: "The person likes tea." }] })
        : answers(request),
    );
    const events = await tryCall({ model: "local:other" });
    expect(asked()).toHaveLength(1);
    expect(wordsOf(events)).toContain('memory_save {"facts":[{"content":"The person likes tea."}]}');
    expect((await services.readMemory("owner")).facts).toEqual([]);
  });

  it("is kept nowhere: neither in the conversation nor among the runs", async () => {
    const { services, tryCall } = await openRun(answers);
    const before = await read(services);
    await tryCall();
    await services.settleBackground();
    expect(await read(services)).toEqual(before);
    expect((await services.traces.list("owner", runsQuerySchema.parse({}), true)).runs).toHaveLength(1);
  });

  it("is estimated, and costs the person what it took", async () => {
    const { services, trace, recorded, tryCall } = await openRun(answers);
    const price = { inputPerMillion: 1, outputPerMillion: 2, asOf: "2026-11-24" };
    await services.settings.update({ prices: { "local:test": price }, centsPerDay: 100 }, 0, "owner");
    const request = { call: 2, messages: recorded.messages, mode: "fast" as const };
    const estimate = await services.runs.estimateCall(trace, request);
    expect(estimate.mostOutputTokens).toBe(4_000);
    expect(estimate.mostMicroUsd).toBe(estimate.inputTokens + 2 * 4_000);
    const before = (await services.quotas.read("owner")).used.microUsdToday;
    expect(endOf(await tryCall()).made.costMicroUsd).toBe(20 + 10);
    expect((await services.quotas.read("owner")).used.microUsdToday - before).toBe(30);
  });

  it("is refused before anything is asked when it would cost too much, or the person's money is spent", async () => {
    const { services, tryCall, asked } = await openRun(answers);
    const price = { inputPerMillion: 1_000, outputPerMillion: 10_000, asOf: "2026-11-24" };
    const { version } = await services.settings.update({ prices: { "local:test": price } }, 0, "owner");
    const costly = Array.from({ length: 50 }, () => ({ type: "text" as const, text: "word ".repeat(2_000) }));
    await expect(tryCall({ messages: [{ role: "user", content: costly }] })).rejects.toMatchObject({
      code: "quota_exhausted",
    });
    await services.settings.update({ centsPerDay: 1, costBudgetPerRequest: 100 }, version, "owner");
    await expect(tryCall()).rejects.toMatchObject({ code: "quota_exhausted" });
    expect(asked()).toHaveLength(0);
  });

  it("is refused for a model that is gone or not offered, and for a call that is not there", async () => {
    const { services, trace, tryCall, asked } = await openRun(answers);
    await expect(tryCall({ model: "local:third" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(tryCall({ call: 3 })).rejects.toMatchObject({ code: "not_found" });
    expect(() => services.runs.getCall(trace, 3)).toThrow(/2 recorded calls/);
    await services.settings.update({ modelTiers: { main: ["local:other"] } }, 0, "owner");
    await expect(tryCall()).rejects.toMatchObject({ code: "conflict" });
    expect(asked()).toHaveLength(0);
  });

  it("is made one at a time, and the next one as soon as the last is over", async () => {
    const { services, trace, recorded, tryCall } = await openRun(answers);
    const request = { call: 2, messages: recorded.messages };
    const run = await services.runs.openCall("owner", trace, request);
    await expect(tryCall()).rejects.toMatchObject({ code: "too_many_runs" });
    await run(() => undefined, unread);
    expect(wordsOf(await tryCall())).toBe("It is 42.");
  });

  it.each([
    ["the connection is cut", { cutAfter: 2, delayMs: 50 }],
    ["the person stops it", { stallAfter: 2 }],
  ])("pays for what was written until %s, and lets the next one begin", async (_why, how) => {
    const { services, trace, recorded, tryCall } = await openRun((request) =>
      isOther(request)
        ? { parts: [{ type: "text", chunks: ["It is. ".repeat(60), "42, ", "as I ", "said."] }], ...how }
        : answers(request),
    );
    const price = { inputPerMillion: 1, outputPerMillion: 1, asOf: "2026-11-24" };
    await services.settings.update({ prices: { "local:other": price }, centsPerDay: 100 }, 0, "owner");
    const request = { call: 2, messages: recorded.messages, model: "local:other" };
    const run = await services.runs.openCall("owner", trace, request);
    const stopping = new AbortController();
    const isStopped = "stallAfter" in how;
    const trying = run(() => isStopped && stopping.abort(), stopping.signal);
    await expect(trying).rejects.toMatchObject({ code: isStopped ? "aborted" : "model_unavailable" });
    expect((await services.quotas.read("owner")).used.microUsdToday).toBeGreaterThan(1_000);
    expect(wordsOf(await tryCall())).toBe("It is 42.");
  });

  it("shows no key that was in the question", async () => {
    const key = "sk-proj-1234567890abcdefghijklmnopqrstuv";
    const { recorded, tryCall, asked } = await openRun(answers, `What is 6*7? My key is ${key}.`);
    expect(JSON.stringify(recorded)).toContain("What is 6*7?");
    expect(JSON.stringify(recorded)).not.toContain(key);
    await tryCall();
    expect(JSON.stringify(asked()[0]?.body)).not.toContain(key);
  });
});
