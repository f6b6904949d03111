import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { RuntimeTool } from "@/lib/engine/tools/runtime-tool";
import { toolParts } from "@/tests/support/scripted-services";
import {
  callTool,
  expectNothingLost,
  openFaultyProduct,
  say,
  second,
  slowly,
  type FaultOptions,
  type Seen,
} from "./faulty-product";
import { createMatrix } from "./matrix";

const matrix = createMatrix("A tool that fails");
const done = say("Without it, then.");

/** A tool of the server's own that behaves as it is told. */
const toTool = (execute: RuntimeTool["execute"], more: Partial<RuntimeTool> = {}): RuntimeTool => ({
  ...{
    name: "probe",
    description: "Probes.",
    inputSchema: z.object({}),
    effect: "none",
    execute,
    ...more,
  },
});
const onEnd = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error)),
  );

type Row = Partial<FaultOptions> & {
  fault: string;
  tool?: RuntimeTool;
  name?: string;
  input?: unknown;
  asked?: string;
  kind: string;
  told: RegExp;
  attempts: number;
};

const rows: Row[] = [
  {
    fault: "throws",
    tool: toTool(() => Promise.reject(new Error("at /srv/secret.ts:1:1 ENOENT"))),
    kind: "error",
    told: /failed for a reason of its own/,
    attempts: 1,
  },
  {
    fault: "throws what is no error",
    tool: toTool(() => Promise.reject(null as unknown as Error)),
    kind: "error",
    told: /failed for a reason of its own/,
    attempts: 1,
  },
  {
    fault: "answers nonsense",
    tool: toTool(async () => ({ text: 5n, summary: {} }) as never),
    kind: "error",
    told: /failed for a reason of its own/,
    attempts: 1,
  },
  {
    fault: "hangs and does not listen to its signal",
    tool: toTool(() => new Promise(() => undefined), { timeLimitMs: 300 }),
    kind: "timeout",
    told: /cut off after 0.3 seconds/,
    attempts: 1,
  },
  {
    fault: "hangs and listens",
    tool: toTool((_input, { signal }) => onEnd(signal), { timeLimitMs: 300 }),
    kind: "timeout",
    told: /cut off after 0.3 seconds/,
    attempts: 1,
  },
  {
    fault: "is unavailable twice",
    tool: toTool(() => Promise.reject(new AppError("search_unavailable", "Nobody there."))),
    kind: "unavailable",
    told: /Nobody there/,
    attempts: 2,
  },
  {
    fault: "is unavailable and has side effects",
    tool: toTool(() => Promise.reject(new AppError("search_unavailable", "Nobody there.")), {
      effect: "changes",
    }),
    kind: "unavailable",
    told: /Nobody there/,
    attempts: 1,
  },
  {
    fault: "has no network (web_search)",
    name: "web_search",
    input: { query: "northern lights" },
    kind: "unavailable",
    told: /could not be reached/,
    attempts: 2,
  },
  {
    fault: "refuses the address (web_fetch of a private one)",
    name: "web_fetch",
    input: { urls: ["http://127.0.0.1:9/x"], query: "x" },
    asked: "What does http://127.0.0.1:9/x say?",
    kind: "denied",
    told: /127\.0\.0\.1/,
    attempts: 1,
  },
  {
    fault: "has no calls left (web_search)",
    name: "web_search",
    input: { query: "northern lights" },
    settings: { toolLimits: { web_search: { perHour: 0 } } },
    kind: "unavailable",
    told: /limit/,
    attempts: 0,
  },
];

const outputOf = ({ reply }: Seen): AnyToolResult => {
  const [part] = toolParts(reply);
  return (part && "output" in part ? part.output : null) as AnyToolResult;
};

describe.concurrent("a tool that", () => {
  it.for(rows)(
    "$fault: the model reads what went wrong and answers without it",
    async (
      { fault, tool, name = "probe", input = {}, kind, told, attempts, asked, ...options },
      { expect, onTestFinished },
    ) => {
      const product = await openFaultyProduct(onTestFinished, {
        first: [callTool(name, input), done],
        ...options,
      });
      product.services.tools.register(tool ?? toTool(async () => ({ text: "ok", summary: "ok" })));
      const seen = await product.ask(asked);
      const output = outputOf(seen);
      matrix.note(
        fault,
        `completed, ${kind}, ${attempts} attempts`,
        `${seen.reply.metadata?.outcome}, ${output.ok ? "ok" : output.kind}, ${output.meta.attempts} attempts`,
      );
      expect(seen).toMatchObject({
        text: "Without it, then.",
        calls: "2/0",
        reply: { metadata: { outcome: "completed" } },
      });
      expect(output).toMatchObject({
        ok: false,
        kind,
        message: expect.stringMatching(told),
        meta: { attempts },
      });
      expect(product.prompts().at(-1)).toContain(`ERROR(${kind})`);
      expect(JSON.stringify([seen.events, product.prompts()])).not.toContain("secret.ts");
      await expectNothingLost(product, seen);
    },
  );

  it("is slow holds nothing up but its own step", async ({ expect, onTestFinished }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [callTool("probe", {}), say("After it.")],
    });
    product.services.tools.register(
      toTool(async () => (await sleep(1_500), { text: "late", summary: "Late." })),
    );
    const [seen] = await Promise.all([
      product.ask(),
      product.services.runs.readConversation("owner", "c1", { limit: 1 }).catch(() => null),
    ]);
    matrix.note(
      "is slow",
      "completed, ok",
      `${seen.reply.metadata?.outcome}, ${outputOf(seen).ok ? "ok" : "failed"}`,
    );
    expect(outputOf(seen)).toMatchObject({ ok: true, text: "late" });
    await expectNothingLost(product, seen);
  });

  it("gives a huge result costs the reply nothing but the result's length", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [callTool("probe", {}), say("Read it.")],
    });
    product.services.tools.register(
      toTool(async () => ({ text: "spam ".repeat(1_000_000), summary: "Much." })),
    );
    const seen = await product.ask();
    matrix.note(
      "gives 5 MB",
      "completed, bounded for model and store",
      `${seen.reply.metadata?.outcome}, ${product.prompts().at(-1)?.length} characters to the model`,
    );
    expect(seen).toMatchObject({ text: "Read it.", reply: { metadata: { outcome: "completed" } } });
    expect(product.prompts().at(-1)?.length).toBeLessThan(200_000);
    expect(
      (await product.services.runs.readConversation("owner", "c1", { limit: 2 })).messages.at(-1),
    ).toMatchObject({ id: seen.reply.id });
    const later = await product.ask("And now?", { message: "m2" });
    expect(later.reply.metadata?.outcome).toBe("completed");
  });
});

describe.concurrent("a model that", () => {
  it("calls a tool that does not exist reads which ones do, and goes on", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [callTool("teleport", { to: "Mars" }), done],
    });
    const seen = await product.ask();
    matrix.note(
      "calls a tool that does not exist",
      "completed, told",
      `${seen.reply.metadata?.outcome}, ${product.prompts().at(-1)?.includes("web_search") === true ? "told" : "not told"}`,
    );
    expect(toolParts(seen.reply)).toMatchObject([
      { state: "output-error", errorText: expect.stringMatching(/teleport.*calculate/s) as string },
    ]);
    await expectNothingLost(product, seen);
  });

  it("calls nothing but tools that do not exist is asked for its answer", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [...[1, 2, 3].map(() => callTool("teleport", { to: "Mars" })), done],
    });
    const seen = await product.ask();
    matrix.note(
      "calls nothing but such tools",
      "limited (no_progress), an answer",
      `${seen.reply.metadata?.outcome} (${seen.reply.metadata?.reason}), ${seen.text}`,
    );
    expect(seen.reply.metadata).toMatchObject({ outcome: "limited", reason: "no_progress" });
    expect(seen.text).toContain("Without it, then.");
    await expectNothingLost(product, seen);
  });

  it("calls with arguments that do not fit reads what is wrong and repairs them", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [callTool("calculate", { sum: 1 }), callTool("calculate", { expression: "1+1" }), say("2")],
    });
    const seen = await product.ask();
    matrix.note(
      "calls with arguments that do not fit",
      "completed, told, repaired",
      `${seen.reply.metadata?.outcome}, ${toolParts(seen.reply).length} calls`,
    );
    expect(product.prompts()[1]).toContain("ERROR(invalid_input)");
    expect(toolParts(seen.reply)).toMatchObject([
      { output: { ok: false, kind: "invalid_input" } },
      { output: { ok: true } },
    ]);
    await expectNothingLost(product, seen);
  });

  it("calls with arguments that are no JSON is told so and goes on", async ({ expect, onTestFinished }) => {
    const broken = { parts: [{ type: "tool" as const, name: "calculate", rawInput: '{"expression": "1+' }] };
    const product = await openFaultyProduct(onTestFinished, {
      first: [],
      second: [broken, done],
      env: { MODEL_MAIN: second },
    });
    const seen = await product.ask();
    matrix.note(
      "calls with arguments that are no JSON",
      "completed, told",
      `${seen.reply.metadata?.outcome}, ${toolParts(seen.reply)
        .map((part) => ("state" in part ? part.state : ""))
        .join(", ")}`,
    );
    expect(seen).toMatchObject({
      text: "Without it, then.",
      calls: "0/2",
      reply: { metadata: { outcome: "completed" } },
    });
    await expectNothingLost(product, seen);
  });

  it("breaks off in the middle of a call is asked again, and the call is made once", async ({
    expect,
    onTestFinished,
  }) => {
    let made = 0;
    const cut = {
      parts: [...slowlyParts("Let me see. "), { type: "tool" as const, name: "probe", input: {} }],
      cutAfter: 7,
      delayMs: 50,
    };
    const product = await openFaultyProduct(onTestFinished, {
      first: [],
      second: [cut, callTool("probe", {}), say("Seen.")],
      env: { MODEL_MAIN: second },
    });
    product.services.tools.register(
      toTool(async () => ({ text: `made ${(made += 1)}`, summary: "Made." }), { effect: "changes" }),
    );
    const seen = await product.ask();
    matrix.note(
      "breaks off in the middle of a call",
      "completed, made once",
      `${seen.reply.metadata?.outcome}, made ${made} times`,
    );
    expect([seen.text, made, toolParts(seen.reply).length]).toEqual(["Seen.", 1, 1]);
    await expectNothingLost(product, seen);
  });
});

function slowlyParts(words: string): { type: "text"; chunks: string[] }[] {
  const reply = slowly(words, {});
  return "parts" in reply
    ? reply.parts.flatMap((part) => (part.type === "text" ? [part] : []))
    : expect.fail("It has no words.");
}
