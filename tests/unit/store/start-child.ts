import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";

export type Child = {
  pid: number;
  /** Resolves with the lines so far when there are `count`, or when the process has ended. */
  waitForLines(count: number): Promise<string[]>;
  /** Resolves with its lines when it has ended by itself. */
  waitForEnd(): Promise<string[]>;
  /** Ends it as a crash does, and waits until it is gone. */
  kill(): Promise<string[]>;
};

const script = fileURLToPath(new URL("./child.mjs", import.meta.url));

/**
 * Starts `child.mjs`, under the limit of file size (in blocks of 512 bytes) when one is given. It ends with
 * the test.
 */
export function startChild(
  what: string,
  folder: string,
  maxBlocks: number | "unlimited" = "unlimited",
): Child {
  const command = 'ulimit -f "$1" && shift && exec "$@"';
  const node = [process.execPath, ...typescriptFlags, script, what, folder];
  const child = spawn("sh", ["-c", command, "sh", String(maxBlocks), ...node], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const ended = new Promise<string[]>((resolve) => child.once("close", () => resolve(lines)));
  return {
    pid: child.pid ?? 0,
    waitForLines(count) {
      const enough = new Promise<string[]>((resolve) =>
        output.on("line", () => lines.length >= count && resolve(lines)),
      );
      return lines.length >= count ? Promise.resolve(lines) : Promise.race([enough, ended]);
    },
    waitForEnd: () => ended,
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
