import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";

async function run(...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, "quiet-process.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [...typescriptFlags, program, ...args]);
  return stdout.trim();
}

// In a process of its own: whatever else this one does may make V8 collect.
it("gives back what was left behind once the process is quiet, and again after more work; V8 alone does not", async () => {
  expect(await Promise.all([run(), run("--left-alone")])).toEqual(["true true", "false false"]);
});
