/**
 * The process in which code runs: QuickJS in WebAssembly, which reaches nothing but the one function that it
 * is given. Reads an order from standard input, writes one answer to standard output and ends. It is plain
 * JavaScript, since Node starts it as it stands here.
 */
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import variant from "@jitl/quickjs-singlefile-mjs-release-sync";

const stackBytes = 256 * 1024;

/** What the code finds besides the language. Values are written as a person would read them. */
const surroundings = `(() => {
  const print = globalThis.__print;
  delete globalThis.__print;
  const { stringify } = JSON;
  const plain = (_key, value) =>
    typeof value === "bigint" ? value + "n"
    : value instanceof Map ? [...value]
    : value instanceof Set ? [...value]
    : typeof value === "function" ? String(value)
    : value;
  const write = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return value.name + ": " + value.message;
    if (typeof value !== "object" || value === null) return typeof value === "bigint" ? value + "n" : String(value);
    try { return stringify(value, plain, 2); } catch { return String(value); }
  };
  const log = (...items) => print(items.map(write).join(" "));
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
  return write;
})()`;

const order = JSON.parse(await readAll(process.stdin));
process.stdout.write(JSON.stringify(await run(order).catch(toBroken)));

/** What goes deeper than the process itself can leaves nothing to ask. */
function toBroken(error) {
  return { output: "", failure: error instanceof RangeError ? "depth" : "memory", message: "" };
}

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Gives `{ output, value }`, or `{ output, failure, message }`, as in `sandbox.ts`. */
async function run({ code, memoryBytes, longestMs, mostCharacters }) {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  const state = { output: "", failure: null };
  const endsAt = performance.now() + longestMs;
  runtime.setInterruptHandler(() => {
    if (performance.now() > endsAt) state.failure ??= "time";
    return state.failure !== null;
  });
  const vm = runtime.newContext();
  const print = vm.newFunction("print", (text) => {
    const length = vm.getProp(text, "length").consume((handle) => vm.getNumber(handle));
    if (state.output.length + length > mostCharacters) state.failure ??= "output";
    else state.output += `${vm.getString(text)}\n`;
  });
  vm.setProp(vm.global, "__print", print);
  const write = vm.unwrapResult(vm.evalCode(surroundings, "surroundings.js"));
  const ended = evaluate(vm, runtime, code);
  const written = vm.callFunction(write, vm.undefined, ended.handle);
  const text = written.error === undefined ? vm.getString(written.value) : "";
  const failure = state.failure ?? ended.failure;
  const { output } = state;
  if (failure === null && output.length + text.length > mostCharacters)
    return { output, failure: "output", message: "" };
  if (failure === null) return { output, value: ended.isEmpty ? null : text };
  return { output, failure, message: text.slice(0, 1_000) };
}

/** The value of the last expression, waited for where it is a promise, or what was thrown. */
function evaluate(vm, runtime, code) {
  const result = vm.evalCode(code, "code.js", { type: "global" });
  if (result.error) return toThrown(vm, result.error);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return toThrown(vm, jobs.error);
  const state = vm.getPromiseState(result.value);
  if (state.type === "rejected") return toThrown(vm, state.error);
  const handle = state.type === "fulfilled" ? state.value : result.value;
  return { handle, failure: null, isEmpty: vm.typeof(handle) === "undefined" };
}

function toThrown(vm, handle) {
  const message = vm.typeof(handle) === "object" ? vm.getProp(handle, "message") : handle;
  const isMemory = vm.typeof(message) === "string" && vm.getString(message) === "out of memory";
  return { handle, failure: isMemory ? "memory" : "error", isEmpty: false };
}
