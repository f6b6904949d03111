import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import { z } from "zod";
import { mostCharacters, type Sandbox, type SandboxAnswer, type SandboxOrder } from "./sandbox";

/** So many at once in this process; the others wait. */
const mostAtOnce = 2;
/** Longer than any time limit: for a process whose server is gone. */
const longestMs = 310_000;
/** Node's own heap, in which nothing of the code's values is but the few characters that come out. */
const nodeMb = 96;
const mostAnswerBytes = mostCharacters * 12;
const packages = ["quickjs-emscripten-core", "@jitl"];

const answerSchema: z.ZodType<SandboxAnswer> = z.union([
  z.strictObject({ output: z.string(), value: z.string().nullable() }),
  z.strictObject({
    output: z.string(),
    failure: z.enum(["error", "memory", "time", "output", "depth"]),
    message: z.string(),
  }),
]);

/**
 * QuickJS in a process of its own, without our environment, that Node lets read its own files and nothing
 * else. It is killed when the signal fires.
 */
export function createLocalSandbox(): Sandbox {
  const gate = createGate(mostAtOnce);
  return async (order, signal) => {
    await gate.enter(signal);
    return runProcess(order, signal).finally(gate.leave);
  };
}

function createGate(most: number) {
  const waiting = new Set<() => void>();
  let inside = 0;
  return {
    enter(signal: AbortSignal): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        waiting.delete(enter);
        reject(toStopped());
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        inside += 1;
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      else if (inside < most) enter();
      else waiting.add(enter);
      return promise;
    },
    leave(): void {
      inside -= 1;
      for (const enter of waiting) return enter();
    },
  };
}

function runProcess({ code, memoryMb }: SandboxOrder, signal: AbortSignal): Promise<SandboxAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxAnswer>();
  const root = join(/* turbopackIgnore: true */ process.cwd());
  const script = join(root, "lib", "features", "code", "tools", "run-code", "child.mjs");
  const child = spawn(process.execPath, [...toFlags(root, script), script], {
    cwd: root,
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  const kill = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) kill();
    else chunks.push(chunk);
  });
  child.once("error", (cause) =>
    reject(new AppError("internal", "The sandbox could not be started.", { cause })),
  );
  // Only then is nothing of it left.
  child.once("close", () => {
    signal.removeEventListener("abort", kill);
    if (signal.aborted) reject(toStopped());
    else resolve(readAnswer(Buffer.concat(chunks).toString("utf8")));
  });
  // It may be gone before it has read anything.
  child.stdin.on("error", () => undefined);
  const order = { code, memoryBytes: memoryMb * 1024 * 1024, longestMs, mostCharacters };
  child.stdin.end(JSON.stringify(order));
  if (signal.aborted) kill();
  return promise;
}

/** A folder of packages may be a link, and the runtime asks for both. */
function toFlags(root: string, script: string): string[] {
  const folders = packages.map((name) => join(root, "node_modules", name));
  const readable = [script, ...folders, ...[script, ...folders].map((path) => realpathSync(path))];
  return [
    "--permission",
    ...[...new Set(readable)].map((path) => `--allow-fs-read=${path === script ? path : join(path, "*")}`),
    `--max-old-space-size=${nodeMb}`,
  ];
}

/** A process that ends without an answer was ended by the runtime, which does so for want of memory. */
function readAnswer(text: string): SandboxAnswer {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return { output: "", failure: "memory", message: "" };
  }
}

function toStopped(): AppError {
  return new AppError("aborted", "The code was stopped.");
}
