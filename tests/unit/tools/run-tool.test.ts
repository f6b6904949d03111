import { AppError } from "@/lib/errors";
import { pay, payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { calculateInputSchema } from "@/lib/features/basics/tools/calculate/schema";
import { recoveries } from "@/lib/engine/tools/recovery";
import { runTool, type ToolLogEntry } from "@/lib/engine/tools/run-tool";
import type { ToolAnswer, ToolContext, ToolDefinition } from "@/lib/engine/tools/tool";
import { openToolContext } from "@/tests/support/tool-context";
import { describe, expect, it } from "vitest";

const answer: ToolAnswer<"calculate"> = {
  text: "1 = 1",
  summary: { key: "calculated", values: { expression: "1", sign: "=", result: "1" } },
  data: { expression: "1", result: "1", isExact: true },
};

function buildTool(
  execute: (context: ToolContext) => Promise<ToolAnswer<"calculate">>,
  changes: Partial<ToolDefinition<"calculate">> = {},
) {
  const calls: string[] = [];
  const definition: ToolDefinition<"calculate"> = {
    name: "calculate",
    version: "1.0",
    capability: "basic",
    stage: "executing_tools",
    description: "",
    input: calculateInputSchema,
    origin: "own",
    approval: "never",
    effect: "none",
    limits: { timeMs: 5_000 },
    sentences: { calculated: "{expression} {sign} {result}" },
    ...changes,
    execute(input, context) {
      calls.push(input.expression);
      return execute(context);
    },
  };
  return { definition, calls };
}

function createOptions() {
  const waits: number[] = [];
  const logged: ToolLogEntry[] = [];
  return {
    waits,
    logged,
    wait: async (ms: number) => {
      waits.push(ms);
    },
    random: () => 0.5,
    onLog: (entry: ToolLogEntry) => logged.push(entry),
  };
}

const failOnce = (error: Error) => {
  let failed = false;
  return async () => {
    if (failed) return answer;
    failed = true;
    throw error;
  };
};

describe("what a call cost", () => {
  const pays = (ends: (attempt: number) => void) => {
    let attempt = 0;
    return buildTool(async () => {
      attempt += 1;
      await pay(90, async (spend) => spend(40));
      ends(attempt);
      return { ...answer, costMicroUsd: 40 };
    });
  };
  const run = async ({ definition }: ReturnType<typeof buildTool>) => {
    const context = await openToolContext();
    return payFrom(plenty, () => runTool(definition, { expression: "1" }, context, createOptions()));
  };

  it("is counted where it fails, with both its attempts", async () => {
    const lost = pays(() => {
      throw new AppError("store_unavailable", "No.");
    });
    expect(await run(lost)).toMatchObject({ ok: false, meta: { costMicroUsd: 80, attempts: 2 } });
  });

  it("holds an attempt that failed before the one that did not", async () => {
    const late = pays((attempt) => {
      if (attempt === 1) throw new AppError("store_unavailable", "No.");
    });
    expect(await run(late)).toMatchObject({ ok: true, meta: { costMicroUsd: 80 } });
    expect(await run(pays(() => undefined))).toMatchObject({ ok: true, meta: { costMicroUsd: 40 } });
  });
});

describe("runTool", () => {
  it("gives what the tool answered, measured, reported and logged", async () => {
    const { definition } = buildTool(async () => ({ ...answer, costMicroUsd: 7 }));
    const options = createOptions();
    const context = await openToolContext();
    const output = await runTool(definition, { expression: "1" }, context, options);
    expect(output).toEqual({
      ok: true,
      ...answer,
      meta: { durationMs: 0, costMicroUsd: 7, tokens: expect.any(Number), version: "1.0", attempts: 1 },
    });
    expect(context.reported.map(({ status, message }) => [status, message])).toEqual([
      ["started", "Calling calculate."],
      ["completed", "1 = 1"],
    ]);
    expect(options.logged).toMatchObject([
      { tool: "calculate", callId: "call1", status: "success", attempts: 1 },
    ]);
  });

  it.each([
    [{ expression: 5 }, "expression: expected string, got number 5"],
    [{}, "expression: expected string, got nothing"],
    [{ expression: "" }, 'expression: Too small: expected string to have >=1 characters, got string ""'],
    ["1+1", 'the input: expected object, got string "1+1"'],
    [null, "the input: expected object, got null"],
  ])("does not execute the malformed input %j and says what is wrong", async (input, problem) => {
    const { definition, calls } = buildTool(async () => answer);
    const output = await runTool(definition, input, await openToolContext(), createOptions());
    expect(output).toMatchObject({
      ok: false,
      kind: "invalid_input",
      message: expect.stringContaining(problem),
      meta: { attempts: 0 },
    });
    expect(calls).toEqual([]);
  });

  it("cuts off a tool that hangs and ignores its signal, and says after how many seconds", async () => {
    const { definition } = buildTool(() => new Promise(() => undefined), { limits: { timeMs: 500 } });
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), createOptions());
    expect(output).toMatchObject({
      ok: false,
      kind: "timeout",
      message: "calculate was cut off after 0.5 seconds.",
      hint: recoveries.timeout.hint,
    });
  });

  it("tells the tool by its signal that its time is up", async () => {
    let seen: unknown;
    const { definition } = buildTool(
      ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject((seen = signal.reason))),
        ),
      { limits: { timeMs: 20 } },
    );
    await runTool(definition, { expression: "1" }, await openToolContext(), createOptions());
    expect(seen).toMatchObject({ code: "timeout" });
  });

  it("ends as soon as the run is stopped", async () => {
    const controller = new AbortController();
    const { definition } = buildTool(() => {
      controller.abort();
      return new Promise(() => undefined);
    });
    const output = await runTool(
      definition,
      { expression: "1" },
      await openToolContext({ signal: controller.signal }),
      createOptions(),
    );
    expect(output).toMatchObject({ ok: false, kind: "error", message: "It was stopped." });
  });

  it("does not begin when the run is stopped already", async () => {
    const { definition, calls } = buildTool(async () => answer);
    const output = await runTool(
      definition,
      { expression: "1" },
      await openToolContext({ signal: AbortSignal.abort() }),
      createOptions(),
    );
    expect([output.ok, calls]).toEqual([false, []]);
  });

  it("turns an exception into an error that tells the model nothing of the inside, and logs the cause", async () => {
    const cause = new TypeError("cannot read /etc/secret");
    const { definition } = buildTool(async () => {
      throw cause;
    });
    const options = createOptions();
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), options);
    expect(output).toMatchObject({
      ok: false,
      kind: "error",
      message: "calculate failed for a reason of its own.",
      hint: recoveries.internal.hint,
    });
    expect(options.logged).toMatchObject([{ status: "error", cause }]);
  });

  it("logs of what it refused neither the address nor the words", async () => {
    const { definition } = buildTool(async () => {
      throw new AppError("address_refused", "Nothing was read: “https://evil.example/?q=peanuts”.");
    });
    const options = createOptions();
    await runTool(definition, { expression: "1" }, await openToolContext(), options);
    expect(options.logged).toMatchObject([{ status: "denied", code: "address_refused" }]);
    expect(JSON.stringify(options.logged)).not.toContain("peanuts");
  });

  it("turns an exception that is thrown at once, and one that is no error, into an error", async () => {
    const { definition } = buildTool(() => {
      throw "broken";
    });
    expect(
      await runTool(definition, { expression: "1" }, await openToolContext(), createOptions()),
    ).toMatchObject({ ok: false, kind: "error" });
  });

  it.each([
    ["not_found", "not_found"],
    ["address_refused", "denied"],
    ["configuration", "unavailable"],
    ["quota_exhausted", "unavailable"],
    ["invalid_request", "invalid_input"],
    ["page_refused", "error"],
  ] as const)("tells %s as %s with its message and a hint", async (code, kind) => {
    const { definition, calls } = buildTool(async () => {
      throw new AppError(code, "What happened.");
    });
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), createOptions());
    expect(output).toMatchObject({ ok: false, kind, message: "What happened.", hint: recoveries[code].hint });
    expect(calls).toHaveLength(1);
  });

  it("prefers the tool's own hint", async () => {
    const { definition } = buildTool(
      async () => {
        throw new AppError("not_found", "Gone.");
      },
      { hints: { not_found: "Look elsewhere." } },
    );
    expect(
      await runTool(definition, { expression: "1" }, await openToolContext(), createOptions()),
    ).toMatchObject({ hint: "Look elsewhere." });
  });

  it("tries a second time after about a second when the failure is transient", async () => {
    const { definition, calls } = buildTool(failOnce(new AppError("page_unavailable", "Down.")));
    const options = createOptions();
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), options);
    expect(output).toMatchObject({ ok: true, meta: { attempts: 2 } });
    expect([calls.length, options.waits]).toEqual([2, [1000]]);
  });

  it("does not try a third time", async () => {
    const { definition, calls } = buildTool(async () => {
      throw new AppError("search_unavailable", "Down.");
    });
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), createOptions());
    expect(output).toMatchObject({ ok: false, kind: "unavailable", meta: { attempts: 2 } });
    expect(calls).toHaveLength(2);
  });

  it("does not repeat a tool with side effects", async () => {
    const { definition, calls } = buildTool(failOnce(new AppError("store_unavailable", "Down.")), {
      effect: "changes",
    });
    expect(
      (await runTool(definition, { expression: "1" }, await openToolContext(), createOptions())).ok,
    ).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it("does not repeat an unknown exception, or what asks to wait long", async () => {
    const options = createOptions();
    const context = await openToolContext();
    for (const error of [new Error("broken"), new AppError("overloaded", "Busy.", { retryAfter: 60 })]) {
      const { definition, calls } = buildTool(failOnce(error));
      await runTool(definition, { expression: "1" }, context, options);
      expect(calls).toHaveLength(1);
    }
    expect(options.waits).toEqual([]);
  });

  it("asks once before a call, and not for an input that is wrong", async () => {
    const asked: string[] = [];
    const options = { ...createOptions(), beforeCall: async () => void asked.push("asked") };
    const context = await openToolContext();
    await runTool(
      buildTool(failOnce(new AppError("page_unavailable", "Down."))).definition,
      { expression: "1" },
      context,
      options,
    );
    expect(asked).toHaveLength(1);
    await runTool(buildTool(async () => answer).definition, {}, context, options);
    expect(asked).toHaveLength(1);
  });

  it("executes nothing when a limit is reached, and tells the model which, until when, and not to try again", async () => {
    const { definition, calls } = buildTool(async () => answer);
    const message = "You have made all 20 searches of this hour.";
    const beforeCall = () => Promise.reject(new AppError("quota_exhausted", message, { retryAfter: 3_300 }));
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), {
      ...createOptions(),
      beforeCall,
    });
    expect(output).toMatchObject({
      ok: false,
      kind: "unavailable",
      message,
      hint: expect.stringMatching(/^Do not call calculate again before 2026-11-20 07:00 UTC\. .*which limit/),
    });
    expect(calls).toEqual([]);
  });

  it("executes nothing, and does not ask twice, when it cannot be told whether a limit is reached", async () => {
    const { definition, calls } = buildTool(async () => answer);
    let asked = 0;
    const beforeCall = () => (
      (asked += 1),
      Promise.reject(new AppError("store_unavailable", "The storage does not answer."))
    );
    const output = await runTool(definition, { expression: "1" }, await openToolContext(), {
      ...createOptions(),
      beforeCall,
    });
    expect(output).toMatchObject({ ok: false, kind: "unavailable", meta: { attempts: 0 } });
    expect([asked, calls]).toEqual([1, []]);
  });
});
