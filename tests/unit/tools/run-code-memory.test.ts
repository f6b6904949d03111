import { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { createLocalSandbox } from "@/lib/features/code/tools/run-code/local-sandbox";

const sandbox = createLocalSandbox();
const run = (code: string, memoryMb: number) => sandbox({ code, memoryMb }, new AbortController().signal);

const limitMb = 32;
/** What the process itself may grow by while it runs, in its compiler above all, and the next run by chance. */
const besideMb = 32;

/** The peak of a process in MB, 0 where it is gone or the system does not tell. */
function readPeak(pid: number | undefined): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(peak?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Runs it and looks at its process all the while. */
async function watch(code: string, memoryMb: number) {
  // It has its number only after it was told of.
  const children: ChildProcess[] = [];
  const see = (message: unknown) => {
    const child = message instanceof Object && "process" in message ? message.process : null;
    if (child instanceof ChildProcess) children.push(child);
  };
  subscribe("child_process", see);
  let isRunning = true;
  const ended = run(code, memoryMb).finally(() => {
    isRunning = false;
    unsubscribe("child_process", see);
  });
  let peakMb = 0;
  const look = () => (peakMb = Math.max(peakMb, readPeak(children[0]?.pid)));
  await vi.waitUntil(() => (look(), !isRunning), { timeout: 15_000, interval: 5 });
  return { answer: await ended, peakMb };
}

let base: ReturnType<typeof watch> | null = null;

async function expectWithin(peakMb: number, memoryMb: number): Promise<void> {
  if (process.platform !== "linux") return;
  base ??= watch("1 + 1", limitMb);
  const { peakMb: baseMb } = await base;
  expect(baseMb).toBeGreaterThan(0);
  expect(peakMb).toBeGreaterThan(0);
  expect(peakMb - baseMb).toBeLessThan(memoryMb + besideMb);
}

describe("code that needs more memory than it may have is ended, and takes no more", () => {
  it.each([
    ["buffers", "const a = []; for (;;) a.push(new Uint8Array(8e6))"],
    ["small buffers", "const a = []; for (;;) a.push(new Uint8Array(1000))"],
    ["shared buffers", "const a = []; for (;;) a.push(new SharedArrayBuffer(8e6))"],
    [
      "a buffer that grows",
      "const b = new ArrayBuffer(8, { maxByteLength: 1e9 }); for (let n = 1e6; ; n += 1e6) b.resize(n)",
    ],
    ["a buffer that is handed on", "let b = new ArrayBuffer(1e6); for (;;) b = b.transfer(b.byteLength * 2)"],
    ["objects", "const a = []; for (;;) a.push({ x: 1 })"],
    ["objects in objects", "let a = null; for (;;) a = { a }"],
    ["texts", 'const a = []; for (let i = 0; ; i++) a.push("text " + i)'],
    ["a text that grows", 'let s = ""; for (;;) s += "x".repeat(5000)'],
    ["joined texts", 'new Array(1e6).fill("x".repeat(1000)).join("").length'],
    ["matches", 'const s = "ab".repeat(5e5); const a = []; for (;;) a.push(s.match(/a/g))'],
    ["patterns", 'const a = []; for (let i = 0; ; i++) a.push(new RegExp("(a|b){1000}".repeat(50) + i))'],
    ["replaced text", 'let s = "aa"; for (;;) s = s.replace(/a/g, "aaaa")'],
    ["a map", "const m = new Map(); for (let i = 0; ; i++) m.set(i, i)"],
    ["a set", 'const s = new Set(); for (let i = 0; ; i++) s.add("k" + i)'],
    ["parsed data", 'JSON.parse("[" + "[],".repeat(3e6) + "0]").length'],
    ["written data", 'JSON.stringify(new Array(1e5).fill("x".repeat(1000))).length'],
    ["promises", "const a = []; for (;;) a.push(Promise.resolve(1).then(() => 1))"],
    ["work that waits", "const f = () => { Promise.resolve().then(f); Promise.resolve().then(f); }; f(); 1"],
    ["functions under way", "const a = []; function* f() { yield 1; } for (;;) a.push(f().next() && f())"],
    ["source", 'eval("[" + "1,".repeat(1e7) + "]").length'],
    ["what is caught each time", "const a = []; for (;;) try { a.push(new Uint8Array(1e6)) } catch {}"],
    ["what is caught once", "const a = []; try { for (;;) a.push({}) } catch {} a.length"],
    ["what is thrown anew", 'const a = []; try { for (;;) a.push({}) } catch { throw new Error("mine") }'],
    ["the writing of its value", "({ toJSON() { const a = []; for (;;) a.push({}); } })"],
    ["the telling of its error", "throw { get message() { const a = []; for (;;) a.push({}); } }"],
  ])("%s", async (_title, code) => {
    const { answer, peakMb } = await watch(code, limitMb);
    expect(answer).toMatchObject({ failure: "memory" });
    await expectWithin(peakMb, limitMb);
  });

  it.each([16, 512])("at a limit of %i MB", async (memoryMb) => {
    const { answer, peakMb } = await watch("const a = []; for (;;) a.push(new Uint8Array(4e6))", memoryMb);
    expect(answer).toMatchObject({ failure: "memory" });
    await expectWithin(peakMb, memoryMb);
  });

  it("deep calls are ended before that", async () => {
    const code = "const f = (n) => { const a = new Array(1000).fill(n); return f(n + 1) + a.length; }; f(0)";
    const { answer, peakMb } = await watch(code, limitMb);
    expect(answer).toMatchObject({ failure: "error", message: "InternalError: stack overflow" });
    await expectWithin(peakMb, limitMb);
  });

  it.each([
    ["written", "output", 'console.log("x".repeat(1e7))'],
    ["given back", "output", '"x".repeat(1e7)'],
    ["thrown", "error", 'throw new Error("x".repeat(1e7))'],
    [
      "written by a join of its own",
      "output",
      'Array.prototype.join = () => "x".repeat(1e7); console.log(1)',
    ],
  ])("a large text that is %s does not leave the engine", async (_title, failure, code) => {
    const { answer, peakMb } = await watch(code, limitMb);
    expect(answer).toMatchObject({ output: "", failure });
    await expectWithin(peakMb, limitMb);
  });
});

describe("code that fits", () => {
  const most = Math.floor(0.8 * limitMb * 1024 * 1024);
  it.each([
    ["one buffer", `new Uint8Array(${most}).length`, `${most}`],
    [
      "many buffers",
      `const a = []; for (let i = 0; i < ${most}; i += 65_536) a.push(new Uint8Array(65_536)); a.length`,
      `${Math.ceil(most / 65_536)}`,
    ],
    ["one text", `"x".repeat(${most}).length`, `${most}`],
    [
      "lists of numbers",
      `const a = []; for (let i = 0; i < ${most / 8}; i += 1000) a.push(new Float64Array(1000).fill(i)); a.length`,
      `${Math.ceil(most / 8000)}`,
    ],
    ["a list that grows", "const a = []; for (let i = 0; i < 2.5e6; i++) a.push(i); a.length", "2500000"],
    [
      "one after the other",
      "let n = 0; for (let i = 0; i < 50; i++) n += new Uint8Array(2e7).length; n",
      `${1e9}`,
    ],
    [
      "circles, one after the other",
      `for (let i = 0; i < 1000; i++) {
         const large = new Array(10_000).fill(0);
         const call = (n) => (n === 0 ? large.length : call(n - 1));
         call(3);
       } "done"`,
      "done",
    ],
  ])("is run: %s", async (_title, code, value) => {
    expect(await run(code, limitMb)).toEqual({ output: "", value });
  });

  it.each([
    ["nothing", "throw null", "null"],
    ["the engine's words", 'throw new Error("out of memory")', "Error: out of memory"],
  ])("and throws %s is not said to need more", async (_title, code, message) => {
    expect(await run(code, limitMb)).toEqual({ output: "", failure: "error", message });
  });
});
