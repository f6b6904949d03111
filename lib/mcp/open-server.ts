import type { CallToolResult, MCPClient, MCPClientConfig } from "@ai-sdk/mcp";
import { AppError, isAppError } from "@/lib/errors";
import type { FoundTools } from "@/lib/data/mcp-tools";
import { createEnteredFetch, type EnteredGuard } from "@/lib/net/checked-fetch";
import type { McpTransport } from "@/lib/protocol/mcp";
import { watchCall } from "./call-watch";
import { createCommandTransport } from "./command-transport";
import { listTools } from "./definitions";
import { createLimitedFetch } from "./limited-fetch";

/** Which server, and what proves there who asks. */
export type McpTarget = {
  name: string;
  transport: McpTransport;
  secret: string | null;
  /** Sends what a sign-in gave with each request. */
  withToken?: ((inner: typeof fetch) => typeof fetch) | undefined;
};
export type ReachOptions = {
  guard: EnteredGuard;
  /** `null`: no programs are started; else the environment of those that are, besides their own variables. */
  programs: Record<string, string> | null;
};

export type ToolAnswer = CallToolResult;

export type OpenServer = {
  list(signal: AbortSignal): Promise<FoundTools>;
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<ToolAnswer>;
  /** Something that a tool's answer links to, asked of the same server. */
  readResource(uri: string, signal: AbortSignal): ReturnType<MCPClient["readResource"]>;
  close(): Promise<void>;
};

/** No answer of a server is longer. */
export const maxAnswerBytes = 8_000_000;
const connectMs = 15_000;

/** Throws `tool_unavailable`, `timeout`, `address_refused`, `aborted` or `forbidden`. */
export async function openServer(
  target: McpTarget,
  options: ReachOptions,
  signal: AbortSignal,
): Promise<OpenServer> {
  const { createMCPClient } = await import("@ai-sdk/mcp");
  let broken: AppError | null = null;
  const transport = toTransport(target, options, (error) => (broken ??= error));
  const ask = <T>(work: (signal: AbortSignal) => Promise<T>, callSignal: AbortSignal): Promise<T> =>
    watchCall(callSignal, work).catch((error: unknown) => {
      throw toServerError(target.name, callSignal, broken ?? error);
    });
  const limited = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
  const client = await ask(
    (inner) =>
      createMCPClient({
        ...{ transport, clientName: "sextant", capabilities: {} },
        initializationOptions: { signal: inner },
        // What fails beside an answer is told to whoever waits for it, or to nobody.
        onUncaughtError: () => undefined,
      }),
    limited,
  );
  return {
    list: (callSignal) => ask((inner) => listTools(client, inner), withLimit(callSignal)),
    call: (name, input, callSignal) =>
      ask((inner) => client.callTool({ name, arguments: input, options: { signal: inner } }), callSignal),
    readResource: (uri, callSignal) =>
      ask((inner) => client.readResource({ uri, options: { signal: inner } }), callSignal),
    close: () => client.close(),
  };
}

const withLimit = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);

function toTransport(
  { transport, secret, withToken = (inner) => inner }: McpTarget,
  { guard, programs }: ReachOptions,
  onBroken: (error: AppError) => void,
): MCPClientConfig["transport"] {
  if (transport.kind === "http")
    return {
      ...{ type: "http", url: transport.url, redirect: "error" },
      headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
      fetch: createLimitedFetch(withToken(createEnteredFetch(transport.url, guard)), maxAnswerBytes),
    };
  if (programs === null) throw createNoCommands();
  const { command, args } = transport;
  const limits = { maxBytes: maxAnswerBytes, onBroken };
  return createCommandTransport(
    { command, args, variables: { ...programs, ...toVariables(secret ?? "") } },
    limits,
  );
}

export function createNoCommands(): AppError {
  return new AppError(
    "forbidden",
    "Tool servers are not started by a command here. Whoever runs the server can allow it with MCP_COMMANDS=on.",
  );
}

/** A line `NAME=value` each. Throws `invalid_request`. */
export function toVariables(text: string): Record<string, string> {
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return Object.fromEntries(
    lines.map((line) => {
      const place = line.indexOf("=");
      const name = line.slice(0, Math.max(place, 0));
      if (!/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name))
        throw new AppError("invalid_request", "Write each variable on a line of its own, as NAME=value.", {
          fields: { secret: "write NAME=value, a line each" },
        });
      return [name, line.slice(place + 1)];
    }),
  );
}

/** In our own words: what a server says of its failure is a stranger's text. */
function toServerError(name: string, signal: AbortSignal, error: unknown): unknown {
  if (signal.aborted)
    return isTimeout(signal.reason)
      ? new AppError("timeout", `The tool server ${name} did not answer in time.`, { cause: error })
      : signal.reason;
  const own = findOwn(error);
  if (own !== null) return own;
  if (isReported(error)) return error;
  const status = findStatus(error);
  if (status === 401 || status === 403)
    return new AppError("tool_unavailable", `The tool server ${name} refused the token.`, { cause: error });
  const how = status === null ? "could not be reached, or did not answer as it should" : `answered ${status}`;
  return new AppError("tool_unavailable", `The tool server ${name} ${how}.`, { cause: error });
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

function findOwn(error: unknown, depth = 0): AppError | null {
  if (isAppError(error)) return error;
  return error instanceof Error && depth < 6 ? findOwn(error.cause, depth + 1) : null;
}

/** An error that the server gave as its answer, by the protocol. */
export function isReported(error: unknown): error is Error & { code: number } {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

function findStatus(error: unknown): number | null {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : null;
}
