import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createLocalSandbox } from "@/lib/features/code/tools/run-code/local-sandbox";
import { createRunCode } from "@/lib/features/code/tools/run-code/run-code";
import type { Sandbox } from "@/lib/features/code/tools/run-code/sandbox";
import { runTool } from "@/lib/engine/tools/run-tool";
import { openToolContext } from "@/tests/support/tool-context";
import { waitUntil } from "@/tests/support/wait-until";

const sandbox = createLocalSandbox();
const never = () => new AbortController().signal;
const run = (code: string, memoryMb = 64) => sandbox({ code, memoryMb }, never());

async function call(code: string, { timeLimitMs = 20_000, use = sandbox as Sandbox } = {}) {
  const tool = createRunCode(use);
  return runTool(tool, { code }, await openToolContext(), { wait: async () => undefined, timeLimitMs });
}

/** The processes of sandboxes that this one has started. */
function listProcesses(): string[] {
  const all = execFileSync("ps", ["-eo", "ppid=,pid=,args="], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes("run-code/child"));
}

describe("code that runs", () => {
  it("gives what it wrote and the value of its last expression", async () => {
    expect(await run('console.log("a", { b: [1, 2n] }); [3, 1, 2].toSorted()')).toEqual({
      output: 'a {\n  "b": [\n    1,\n    "2n"\n  ]\n}\n',
      value: "[\n  1,\n  2,\n  3\n]",
    });
  });

  it.each([
    ["a promise is waited for", "(async () => { await null; return 6 * 7; })()", "42"],
    ["nothing is no value", "let x = 1;", null],
    ["a map is a list of pairs", "new Map([[1, 2]])", "[\n  [\n    1,\n    2\n  ]\n]"],
    ["text is as it is", '"<b>\\u4f60</b>"', "<b>你</b>"],
  ])("%s", async (_title, code, value) => {
    expect(await run(code)).toEqual({ output: "", value });
  });

  it("knows nothing of the run before", async () => {
    await run("globalThis.kept = 1");
    expect(await run("typeof kept")).toMatchObject({ value: "undefined" });
  });
});

describe("hostile code", () => {
  const worldly = [
    ...["process", "require", "fetch", "WebSocket", "setTimeout"],
    ...["WebAssembly", "__print", "Deno", "std"],
  ];
  let types: ReturnType<typeof run> | null = null;
  it.each(worldly)("finds nothing of the world: typeof %s", async (name) => {
    // One process is asked for all of them.
    types ??= run(`({ ${worldly.map((each) => `${each}: typeof ${each}`).join(", ")} })`);
    const answer = await types;
    expect(answer).toMatchObject({ output: "", value: expect.stringContaining(`"${name}": "undefined"`) });
  });

  it.each([
    ["the process by constructors", 'console.log.constructor("return process.env")()'],
    ["a module", 'import("node:fs").then((fs) => fs.readFileSync("/etc/passwd"))'],
    [
      "the host's objects by what is thrown",
      "try { null.x } catch (e) { e.constructor.constructor('return process')() }",
    ],
  ])("does not reach %s", async (_title, code) => {
    expect(await run(code)).toMatchObject({ failure: "error" });
  });

  it.each([
    ["holds too much", "memory", "const a = []; for (;;) a.push(new Uint8Array(8e6))"],
    ["asks for too much at once", "memory", "new Uint8Array(2e9)"],
    ["writes without end", "output", 'for (;;) console.log("x".repeat(1000))'],
    [
      "writes without end and catches everything",
      "output",
      'for (;;) try { console.log("x".repeat(1000)) } catch {}',
    ],
    ["gives back too much", "output", '"x".repeat(30_000)'],
    ["calls itself without end", "error", "const f = () => f(); f()"],
    [
      "nests data too far",
      "depth",
      "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a).length",
    ],
    ["nests its own source too far", "depth", 'eval("(".repeat(1e5) + ")".repeat(1e5))'],
  ])("that %s is ended: %s", async (_title, failure, code) => {
    expect(await run(code, 32)).toMatchObject({ failure });
  });

  it.each([
    ["a loop", "for (;;);"],
    ["a loop that catches everything", "for (;;) try { for (;;); } catch {}"],
    ["promises without end", "const f = () => { Promise.resolve().then(f); }; f(); 1"],
    ["a pattern that does not end", '/^(a+)+$/.test("a".repeat(60) + "b")'],
    ["an answer that does not end", "({ toJSON() { for (;;); } })"],
  ])("that is %s is killed when its time is up, and leaves no process", async (_title, code) => {
    expect(await call(code, { timeLimitMs: 1_500 })).toMatchObject({ ok: false, kind: "timeout" });
    await waitUntil(() => listProcesses().length === 0);
  });

  it("is killed when the person stops the reply, also while it waits for its turn", async () => {
    const stop = new AbortController();
    const running = ["a", "b", "c"].map(() => sandbox({ code: "for (;;);", memoryMb: 32 }, stop.signal));
    const ends = Promise.allSettled(running);
    await waitUntil(() => listProcesses().length === 2);
    stop.abort();
    expect((await ends).map((end) => end.status === "rejected" && end.reason.code)).toEqual([
      ...["aborted", "aborted", "aborted"],
    ]);
    expect(listProcesses()).toEqual([]);
    expect(await run("1")).toEqual({ output: "", value: "1" });
  });
});

describe("run_code", () => {
  it("tells the model what was written and what came of it", async () => {
    expect(await call('console.log("hello"); 2 ** 10')).toMatchObject({
      ok: true,
      text: "Output:\nhello\n\nValue:\n1024",
      data: { output: "hello\n", value: "1024" },
    });
  });

  it("tells what was thrown, with what was written before, as a fault of the code", async () => {
    expect(await call('console.log("so far"); nothing()')).toMatchObject({
      ...{ ok: false, kind: "invalid_input" },
      message: "The code threw ReferenceError: 'nothing' is not defined. It had written: so far",
    });
  });

  it("runs in whatever sandbox it is given", async () => {
    const far: Sandbox = async ({ code }) => ({ output: "", value: `far: ${code}` });
    expect(await call("1", { use: far })).toMatchObject({ ok: true, data: { value: "far: 1" } });
  });
});
