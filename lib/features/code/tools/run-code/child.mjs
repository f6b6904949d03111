/**
 * The process in which code runs: QuickJS in WebAssembly, which reaches nothing but the one function that it
 * is given. Reads an order from standard input, writes one answer to standard output and ends. It is plain
 * JavaScript, since Node starts it as it stands here.
 */
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import variant from "@jitl/quickjs-singlefile-mjs-release-sync";

const stackBytes = 256 * 1024;
const pageBytes = 64 * 1024;
/** What the engine has of its memory for itself: 5 MB of stack, hardly touched, and the language's objects. */
const engineBytes = 6 * 1024 * 1024;
const shownCharacters = 1_000;
const tooLarge = "InternalError: out of memory";

/**
 * What the code finds besides the language. Values are written as a person would read them, and cut after
 * `most` characters, so that no large text leaves the engine.
 */
const surroundings = `((most) => {
  const print = globalThis.__print;
  delete globalThis.__print;
  const { stringify } = JSON;
  const cut = Function.prototype.call.bind(String.prototype.slice);
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
  const log = (...items) => print(cut(items.map(write).join(" "), 0, most));
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
  return (value) => cut(write(value), 0, most);
})`;

/**
 * Makes circles that nobody holds until the engine has collected once. It collects by the count of pieces, and
 * waits for tens of thousands before the first time, however large they are; from then on for half of what
 * there was.
 */
const firstCollection = `(() => {
  const text = "-".repeat(1000);
  const makeCircle = () => { const circle = text.split(""); circle[0] = circle; return circle; };
  const first = new WeakRef(makeCircle());
  for (let i = 0; i < 1e4 && first.deref(); i++) makeCircle();
})()`;

const order = JSON.parse(await readAll(process.stdin));
process.stdout.write(JSON.stringify(await run(order)));

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Gives `{ output, value }`, or `{ output, failure, message }`, as in `sandbox.ts`. */
async function run(order) {
  const state = { output: "", failure: null };
  try {
    const answer = await runIn(state, order);
    return state.failure === null ? answer : { ...state, message: "" };
  } catch (error) {
    // What goes deeper than the process itself can leaves nothing to ask.
    const failure = state.failure ?? (error instanceof RangeError ? "depth" : "error");
    return { output: state.output, failure, message: String(error).slice(0, shownCharacters) };
  }
}

async function runIn(state, { code, memoryBytes, longestMs, mostCharacters }) {
  const wasmMemory = openMemory(memoryBytes, () => void (state.failure ??= "memory"));
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  joinMemory(quickjs.module, memoryBytes);
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const endsAt = performance.now() + longestMs;
  runtime.setInterruptHandler(() => {
    if (performance.now() > endsAt) state.failure ??= "time";
    return state.failure !== null;
  });
  const vm = runtime.newContext();
  const print = vm.newFunction("print", (handle) => {
    const text = vm.getString(handle);
    if (state.output.length + text.length > mostCharacters) state.failure ??= "output";
    else state.output += `${text}\n`;
  });
  vm.setProp(vm.global, "__print", print);
  const write = vm.unwrapResult(vm.evalCode(`${surroundings}(${mostCharacters + 1})`, "surroundings.js"));
  vm.unwrapResult(vm.evalCode(firstCollection, "first-collection.js"));
  const ended = evaluate(vm, runtime, code);
  // An engine without memory can write nothing.
  if (state.failure !== null) return null;
  const written = vm.callFunction(write, vm.undefined, ended.handle);
  const text = written.error === undefined ? vm.getString(written.value) : "";
  const { output } = state;
  if (ended.isThrown) return toThrown(output, text);
  if (output.length + text.length > mostCharacters) return { output, failure: "output", message: "" };
  return { output, value: ended.isEmpty ? null : text };
}

/**
 * All the memory that the engine will ever have. The engine's own limit does not hold: of 32 MB it let
 * typed arrays take 2.1 GB. Pages that it does not touch cost nothing; when it asks for more, it is refused.
 */
function openMemory(bytes, onRefused) {
  const pages = Math.ceil((bytes + engineBytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  memory.grow = () => {
    onRefused();
    throw new RangeError("The memory is full.");
  };
  return memory;
}

/** Makes one free piece of it, so that a list grows where it lies and is not held twice meanwhile. */
function joinMemory({ _malloc, _free }, bytes) {
  _free(_malloc(bytes));
}

/** The value of the last expression, waited for where it is a promise, or what was thrown. */
function evaluate(vm, runtime, code) {
  const result = vm.evalCode(code, "code.js", { type: "global" });
  if (result.error) return { handle: result.error, isThrown: true };
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return { handle: jobs.error, isThrown: true };
  const state = vm.getPromiseState(result.value);
  if (state.type === "rejected") return { handle: state.error, isThrown: true };
  const handle = state.type === "fulfilled" ? state.value : result.value;
  return { handle, isThrown: false, isEmpty: vm.typeof(handle) === "undefined" };
}

/** A piece larger than any memory is not asked for, and known by the engine's words alone. */
function toThrown(output, text) {
  return { output, failure: text === tooLarge ? "memory" : "error", message: text.slice(0, shownCharacters) };
}
