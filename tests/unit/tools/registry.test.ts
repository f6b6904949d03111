import { createLog } from "@/lib/log";
import { createCalculate } from "@/lib/features/basics/tools/calculate/calculate";
import { createToolRegistry } from "@/lib/engine/tools/registry";
import { runTool, type CallOptions } from "@/lib/engine/tools/run-tool";
import type { RuntimeTool } from "@/lib/engine/tools/runtime-tool";
import type { ToolContext } from "@/lib/engine/tools/tool";
import { openToolContext } from "@/tests/support/tool-context";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const citySchema = z.object({ city: z.string().min(2) });

function buildWeather(changes: Partial<RuntimeTool<{ city: string }>> = {}): RuntimeTool<{ city: string }> {
  return {
    name: "weather",
    description: "Tells the weather.",
    inputSchema: citySchema,
    effect: "none",
    execute: async ({ city }) => ({ text: `Rain in ${city}.`, summary: `Looked at ${city}.` }),
    ...changes,
  };
}

function openRegistry(changes?: Partial<RuntimeTool<{ city: string }>>) {
  const registry = createToolRegistry([createCalculate()]);
  if (changes !== undefined) registry.register(buildWeather(changes));
  return registry;
}

/** Runs the one registered tool as the product does, and tells which inputs reached it. */
async function callWeather(
  changes: Partial<RuntimeTool<{ city: string }>>,
  input: unknown,
  context: Partial<ToolContext> = {},
  options: Partial<CallOptions> = {},
) {
  const executed: unknown[] = [];
  const { execute = buildWeather().execute } = changes;
  const spied: typeof execute = (given, inner) => {
    executed.push(given);
    return execute(given, inner);
  };
  const tool = openRegistry({ ...changes, execute: spied }).list()[1];
  const run =
    tool === undefined
      ? null
      : await runTool(tool, input, await openToolContext(context), {
          wait: async () => undefined,
          ...options,
        });
  return { output: run, executed };
}

describe("the tool registry", () => {
  it("lists and finds a tool as soon as it is registered, behind those it began with", () => {
    const registry = openRegistry();
    expect(registry.find("weather")).toBeNull();
    registry.register(buildWeather());
    expect(registry.list().map(({ name }) => name)).toEqual(["calculate", "weather"]);
    expect(registry.find("weather")).toMatchObject({
      description: "Tells the weather.",
      limits: { timeMs: 30_000 },
      version: "1.0",
    });
  });

  it.each(["weather", "calculate"])("refuses a second tool named %s and keeps the first", (name) => {
    const registry = openRegistry({});
    const before = registry.find(name);
    expect(() => registry.register(buildWeather({ name }))).toThrow(
      expect.objectContaining({ code: "already_exists" }),
    );
    expect(registry.find(name)).toBe(before);
  });

  it("refuses a name that models could not tell from another one's", () => {
    const registry = openRegistry({ name: "weather.now" });
    expect(() => registry.register(buildWeather({ name: "weather_now" }))).toThrow(
      "There is a tool named weather.now already.",
    );
  });

  it.each(["", "Weather", "1weather", "weather-now", "wetter heute", ".weather", "w".repeat(65)])(
    "refuses the name %j",
    (name) => {
      expect(() => openRegistry({ name })).toThrow(
        expect.objectContaining({ code: "invalid_request", message: expect.stringContaining("name: ") }),
      );
    },
  );

  it.each([
    ["no description", { description: " " }],
    ["a time limit of nothing", { timeLimitMs: 0 }],
    ["an endless time limit", { timeLimitMs: Number.POSITIVE_INFINITY }],
    ["an input that is no object", { inputSchema: { type: "string" } as const }],
    ["a schema that cannot be checked", { inputSchema: { type: "object", if: {}, then: {} } as const }],
  ])("refuses %s and lists nothing new", (_what, changes) => {
    const registry = openRegistry();
    expect(() => registry.register(buildWeather(changes))).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
    expect(registry.list()).toHaveLength(1);
  });

  it("lets one of many registrations at once win each name, and loses none", async () => {
    const registry = openRegistry();
    const register = async (name: string) => registry.register(buildWeather({ name }));
    const names = Array.from({ length: 100 }, (_empty, index) => `weather_${index % 50}`);
    const results = await Promise.allSettled(names.map(register));
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(50);
    expect(registry.list().map(({ name }) => name)).toEqual(["calculate", ...names.slice(0, 50)]);
  });

  it("keeps a tool as it was registered, whatever happens to the object that it came from", async () => {
    const registry = openRegistry();
    const original = buildWeather({ approval: "always" });
    registry.register(original);
    original.description = "Something else.";
    original.execute = async () => ({ text: "Something else.", summary: "" });
    original.approval = "never";
    const tool = registry.find("weather");
    expect(tool).toMatchObject({ description: "Tells the weather.", approval: "always" });
    expect([Object.isFrozen(tool), Object.isFrozen(registry.find("calculate"))]).toEqual([true, true]);
    expect(await tool?.execute({ city: "Oslo" }, await openToolContext())).toMatchObject({
      text: "Rain in Oslo.",
    });
  });
});

describe("a registered tool that is called", () => {
  it("gives its text, its sentence and what was measured, and reports the sentence", async () => {
    const context = await openToolContext();
    const { output } = await callWeather({ version: "2.1" }, { city: "Oslo" }, { report: context.report });
    expect(output).toEqual({
      ok: true,
      text: "Rain in Oslo.",
      summary: "Looked at Oslo.",
      meta: { durationMs: 0, costMicroUsd: 0, tokens: 4, version: "2.1", attempts: 1 },
    });
    expect(context.reported.at(-1)).toMatchObject({ status: "completed", message: "Looked at Oslo." });
  });

  it.each<[string, RuntimeTool<{ city: string }>["inputSchema"]]>([
    ["zod", citySchema],
    [
      "JSON Schema",
      { type: "object", properties: { city: { type: "string", minLength: 2 } }, required: ["city"] },
    ],
  ])(
    "does not execute a malformed input by its %s, and says parameter, expected and got",
    async (_kind, inputSchema) => {
      const { output, executed } = await callWeather({ inputSchema }, { city: 5 });
      expect(output).toMatchObject({
        ok: false,
        kind: "invalid_input",
        message: expect.stringContaining("city: expected string, got number 5"),
      });
      expect(executed).toEqual([]);
    },
  );

  it("is cut off at its time limit when it hangs", async () => {
    const { output } = await callWeather(
      { timeLimitMs: 500, execute: () => new Promise(() => undefined) },
      { city: "Oslo" },
    );
    expect(output).toMatchObject({
      ok: false,
      kind: "timeout",
      message: "weather was cut off after 0.5 seconds.",
    });
  });

  it("is cut off at the limit of the call where that has one of its own", async () => {
    const { output } = await callWeather(
      { execute: () => new Promise(() => undefined) },
      { city: "Oslo" },
      {},
      { timeLimitMs: 50 },
    );
    expect(output).toMatchObject({
      ok: false,
      kind: "timeout",
      message: "weather was cut off after 0.05 seconds.",
    });
  });

  it("becomes an error when it throws, with type, message and place in the log alone", async () => {
    const lines: string[] = [];
    const log = createLog("debug", (line) => lines.push(line));
    const execute = async () => {
      throw new TypeError("the barometer is broken");
    };
    const { output } = await callWeather(
      { execute },
      { city: "Oslo" },
      {},
      { onLog: (entry) => log.info("tool_called", entry) },
    );
    expect(output).toMatchObject({
      ok: false,
      kind: "error",
      message: "weather failed for a reason of its own.",
    });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        event: "tool_called",
        tool: "weather",
        status: "error",
        cause: { name: "TypeError", message: "the barometer is broken", stack: expect.any(Array) },
      },
    ]);
  });

  it.each([undefined, { text: 5, summary: "" }, { text: "no summary" }])(
    "becomes an error when what it gives is no answer: %j",
    async (given) => {
      const execute = (async () => given) as unknown as RuntimeTool<{ city: string }>["execute"];
      const { output } = await callWeather({ execute }, { city: "Oslo" });
      expect(output).toMatchObject({ ok: false, kind: "error" });
    },
  );
});
