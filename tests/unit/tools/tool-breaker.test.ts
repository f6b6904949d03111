import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createBreakers } from "@/lib/breakers/breakers";
import { AppError } from "@/lib/errors";
import { recoveries } from "@/lib/engine/tools/recovery";
import { type CallOptions, runTool } from "@/lib/engine/tools/run-tool";
import type { RunnableTool } from "@/lib/engine/tools/tool";
import { openToolContext } from "@/tests/support/tool-context";

const fine = { text: "Sunny.", summary: "Sunny." };
type Act = { now: () => Promise<typeof fine> };

/** A tool that does what `act` says at that moment, behind a breaker that opens after two failures for 30 seconds. */
async function openTool(act: Act, changes: Partial<RunnableTool<{ city: string }>> = {}) {
  const clock = { at: 0 };
  const breakers = createBreakers(() => clock.at);
  breakers.setThresholds({ failures: 2, pauseMs: 30_000 });
  const executed: string[] = [];
  const definition: RunnableTool<{ city: string }> = {
    ...{
      name: "weather",
      version: "1",
      stage: "executing_tools",
      description: "",
      limits: { timeMs: 5_000 },
      origin: "stranger",
      approval: "never",
      effect: "none",
    },
    input: z.object({ city: z.string() }),
    async execute({ city }) {
      executed.push(city);
      return act.now();
    },
    ...changes,
  };
  const breaker = breakers.get("tool", definition.name);
  const context = await openToolContext();
  const call = (
    options: Partial<CallOptions> = {},
    input: unknown = { city: "Rome" },
    signal = context.signal,
  ) =>
    runTool(
      definition,
      input,
      { ...context, signal },
      { wait: async () => undefined, random: () => 0.5, breaker, ...options },
    );
  return { call, breaker, executed, clock };
}

const throwing = (error: unknown) => () => Promise.reject(error);
const failing = (code: AppError["code"]) => throwing(new AppError(code, "What happened."));

describe("the breaker of a tool", () => {
  it("pauses it after failed calls in a row: nothing is executed, no quota is taken, and the model is told to go on without it", async () => {
    const { call, executed, clock } = await openTool({ now: failing("search_unavailable") });
    const asked: string[] = [];
    const beforeCall = async () => void asked.push("asked");
    await call({ beforeCall });
    await call({ beforeCall });
    clock.at += 4_000;
    expect(await call({ beforeCall })).toMatchObject({
      ok: false,
      kind: "unavailable",
      message: "weather is paused after 2 failures; it is tried again in 26 s.",
      hint: recoveries.overloaded.hint,
      meta: { attempts: 0 },
    });
    // Two calls, with two attempts each.
    expect([executed.length, asked.length]).toEqual([4, 2]);
  });

  it("still says what is wrong with an input", async () => {
    const { call } = await openTool({ now: failing("store_unavailable") });
    await call();
    await call();
    expect(await call({}, { city: 5 })).toMatchObject({ kind: "invalid_input" });
  });

  it("lets one call try after the pause, and is as before when that one went well", async () => {
    const act: Act = { now: failing("overloaded") };
    const { call, clock, breaker } = await openTool(act);
    await call();
    await call();
    clock.at += 30_000;
    act.now = async () => fine;
    expect(await call()).toMatchObject({ ok: true });
    expect(breaker.read()).toMatchObject({ state: "closed", failures: 0 });
  });

  it.each([
    "timeout",
    "search_unavailable",
    "store_unavailable",
    "model_unavailable",
    "overloaded",
    "internal",
  ] as const)("counts %s", async (code) => {
    const { call, breaker } = await openTool({ now: failing(code) });
    await call();
    expect(breaker.read()).toMatchObject({
      failures: 1,
      last: { message: expect.stringMatching(/What happened|failed for a reason/) },
    });
  });

  it.each([
    ...([
      "invalid_request",
      "not_found",
      "page_unavailable",
      "page_refused",
      "address_refused",
      "forbidden",
      "quota_exhausted",
    ] as const),
    ...(["aborted", "configuration", "model_key", "too_large", "unsupported_media"] as const),
  ])("does not count %s", async (code) => {
    const { call, breaker } = await openTool({ now: failing(code) });
    await call();
    expect(breaker.read().failures).toBe(0);
  });

  it("counts what hangs, and an exception of which only the log hears", async () => {
    const hanging = await openTool({ now: () => new Promise(() => undefined) }, { limits: { timeMs: 20 } });
    await hanging.call();
    const broken = await openTool({ now: throwing(new TypeError("cannot read /etc/secret")) });
    await broken.call();
    expect(hanging.breaker.read()).toMatchObject({
      failures: 1,
      last: { message: "weather was cut off after 0.02 seconds." },
    });
    expect(broken.breaker.read()).toMatchObject({
      failures: 1,
      last: { message: "weather failed for a reason of its own." },
    });
  });

  it("does not count that a page is slow or an expression heavy, which the next one may not be", async () => {
    const { call, breaker } = await openTool({ now: failing("timeout") }, { inputFailures: ["timeout"] });
    await call();
    expect(breaker.read().failures).toBe(0);
  });

  it("does not count a stop, nor that a limit is reached or cannot be read", async () => {
    const stop = new AbortController();
    const { call, breaker } = await openTool({ now: () => (stop.abort(), new Promise(() => undefined)) });
    await call({}, undefined, stop.signal);
    for (const code of ["quota_exhausted", "store_unavailable"] as const)
      await call({ beforeCall: failing(code) });
    expect(breaker.read().failures).toBe(0);
  });

  it("is not held up by a trial that was stopped", async () => {
    const stop = new AbortController();
    const act: Act = { now: failing("overloaded") };
    const { call, clock } = await openTool(act);
    await call();
    await call();
    clock.at += 30_000;
    act.now = () => (stop.abort(), new Promise(() => undefined));
    await call({}, { city: "Rome" }, stop.signal);
    act.now = async () => fine;
    expect(await call()).toMatchObject({ ok: true });
  });
});
