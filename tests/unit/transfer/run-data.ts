import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";

export type DataEnd = { code: number | null; signal: NodeJS.Signals | null; output: string; errors: string };
export type DataRun = { end: Promise<DataEnd>; kill(signal: NodeJS.Signals): void };

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The program behind `npm run data`, as a process of its own with the embedded store in `dataDir`. */
export function startData(
  dataDir: string,
  args: string[],
  options: { nodeFlags?: string[]; env?: Record<string, string> } = {},
): DataRun {
  const settings = {
    STORE: "embedded",
    DATA_DIR: dataDir,
    FIREBASE_PROJECT_ID: "",
    FIREBASE_STORAGE_BUCKET: "",
    AUTH_URL: "",
    ...options.env,
  };
  const child = spawn(
    process.execPath,
    [...typescriptFlags, ...(options.nodeFlags ?? []), "scripts/lib/move-data.mjs", ...args],
    {
      cwd: root,
      env: { PATH: process.env["PATH"], NODE_ENV: "test", ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const text = { output: "", errors: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (text.errors += chunk.toString("utf8")));
  const end = new Promise<DataEnd>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal, ...text })),
  );
  return { end, kill: (signal) => void child.kill(signal) };
}

export function runData(...args: Parameters<typeof startData>): Promise<DataEnd> {
  return startData(...args).end;
}

/** Resolves when the files together have so many bytes; fails when they never do. */
export async function waitForBytes(files: string[], bytes: number): Promise<void> {
  const limit = AbortSignal.timeout(60_000);
  while (
    files.reduce(
      (sum, file) => sum + (existsSync(file) ? (statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0),
      0,
    ) < bytes
  ) {
    await wait(1, undefined, { signal: limit });
  }
}
