import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";

/** Without these, V8 may collect in a quiet moment by itself, which no test can foresee. */
const onlyWhenFull = ["--no-memory-reducer", "--no-incremental-marking"];

async function run(...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, "quiet-process.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...onlyWhenFull,
    ...typescriptFlags,
    program,
    ...args,
  ]);
  return stdout.trim();
}

// In a process of its own: whatever else this one does may make V8 collect.
it("gives back what was left behind once the process is quiet, and again after more work, where V8 would not", async () => {
  expect(await Promise.all([run(), run("--left-alone")])).toEqual(["true true", "false false"]);
});
