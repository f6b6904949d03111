import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { stripVTControlCharacters } from "node:util";
import type { MCPTransport } from "@ai-sdk/mcp";
import { AppError } from "@/lib/errors";
import { redactSecrets } from "@/lib/language/secret-forms";
import type { Channel } from "./channel";
import { createTooLarge } from "./message-fetch";

/** `variables` are all of its environment, of which nobody may read the values of `secrets`. */
export type Command = {
  command: string;
  args: readonly string[];
  variables: Record<string, string>;
  secrets: readonly string[];
};

const killMs = 2_000;
/** Characters of what a program wrote to its standard error last. */
const longestOutput = 1_000;

type CommandOptions = { maxBytes: number; channel: Channel; onBroken: (error: AppError) => void };

/**
 * A server that is a program of this machine: a line of JSON a message. It is started without a shell, ends
 * with all that it started, and is ended for a line over `maxBytes`, which `onBroken` is told. `readOutput`
 * gives the last lines of its standard error.
 */
export function createCommandTransport(
  { command, args, variables, secrets }: Command,
  { maxBytes, channel, onBroken }: CommandOptions,
): MCPTransport & { readOutput(): string } {
  let child: ChildProcess | null = null;
  let output = "";
  const transport: MCPTransport & { readOutput(): string } = {
    readOutput: () => toLastLines(output, secrets),
    supportsProtocolVersionDiscovery: true,
    async start() {
      const started = spawn(command, args, {
        ...{ cwd: tmpdir(), env: variables as NodeJS.ProcessEnv, windowsHide: true },
        // A group of its own, so that what it starts ends with it.
        detached: process.platform !== "win32",
        stdio: ["pipe", "pipe", "pipe"],
      });
      child = started;
      const readLine = createLineReader(maxBytes, (line) => receive(transport, channel, line));
      started.stderr?.on("data", (bytes: Buffer) => {
        output = (output + bytes.toString("utf8")).slice(-2 * longestOutput);
      });
      started.stdin?.on("error", (error) => transport.onerror?.(error));
      started.stdout?.on("data", (bytes: Buffer) => {
        if (readLine(bytes)) return;
        onBroken(createTooLarge(maxBytes));
        end(started);
      });
      started.on("close", (code) => {
        onBroken(
          new AppError("tool_unavailable", `The tool server's command ended (code ${code ?? "none"}).`),
        );
        transport.onclose?.();
      });
      await new Promise<void>((resolve, reject) => {
        started.once("spawn", resolve);
        started.on("error", (cause) =>
          reject(new AppError("tool_unavailable", "The tool server's command cannot be started.", { cause })),
        );
      });
    },
    async send(message) {
      const stdin = child?.stdin;
      if (!stdin?.writable) throw new AppError("tool_unavailable", "The tool server's command has ended.");
      stdin.write(`${JSON.stringify(channel.toSent(message))}\n`);
    },
    async close() {
      if (child !== null) end(child);
      transport.onclose?.();
    },
  };
  return transport;
}

/** Takes bytes as they come and gives whole lines; `false` once a line is longer than allowed. */
function createLineReader(maxBytes: number, onLine: (line: string) => void): (bytes: Buffer) => boolean {
  let parts: Buffer[] = [];
  let length = 0;
  let isOver = false;
  return (bytes) => {
    let rest = bytes;
    for (let end = rest.indexOf(10); end !== -1 && !isOver; end = rest.indexOf(10)) {
      isOver = length + end > maxBytes;
      if (!isOver) onLine(Buffer.concat([...parts, rest.subarray(0, end)]).toString("utf8"));
      rest = rest.subarray(end + 1);
      [parts, length] = [[], 0];
    }
    length += rest.length;
    isOver ||= length > maxBytes;
    if (isOver) parts = [];
    else parts.push(rest);
    return !isOver;
  };
}

/** Some programs write other things to their output as well. */
function receive(transport: MCPTransport, channel: Channel, line: string): void {
  try {
    const message = channel.toReceived(JSON.parse(line));
    if (message !== null) transport.onmessage?.(message);
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Whole lines, without the values of the program's own variables and whatever else looks like a key. */
function toLastLines(output: string, secrets: readonly string[]): string {
  const plain = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), output);
  const lines = redactSecrets(stripVTControlCharacters(plain)).trim().slice(-longestOutput).split("\n");
  return lines.slice(lines.length > 1 && plain.length > longestOutput ? 1 : 0).join("\n");
}

function end(child: ChildProcess): void {
  child.stdin?.destroy();
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), killMs);
  timer.unref();
  child.once("close", () => clearTimeout(timer));
}

function signalGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It is gone already.
  }
}
