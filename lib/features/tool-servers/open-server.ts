import type { MCPClient, MCPClientConfig } from "@ai-sdk/mcp";
import { AppError, isAppError } from "@/lib/errors";
import type { FoundTools } from "@/lib/features/tool-servers/records/mcp-tools";
import { createEnteredFetch, type EnteredGuard } from "@/lib/net/checked-fetch";
import type { McpTransport } from "./shape";
import { createChannel, type Channel } from "./channel";
import { createCommandTransport } from "./command-transport";
import { listTools } from "./definitions";
import { readFacts, withFacts } from "./failures";
import { createMessageFetch } from "./message-fetch";

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

export type McpCallOptions = {
  signal: AbortSignal;
  /** Hears that the server is still at work on it. */
  onProgress?: (() => void) | undefined;
};

export type OpenServer = {
  list(signal: AbortSignal): Promise<FoundTools>;
  /** Gives what the server said, whatever it is. */
  call(tool: string, input: Record<string, unknown>, options: McpCallOptions): Promise<unknown>;
  /** Something that a tool's answer links to, asked of the same server. */
  readResource(uri: string, signal: AbortSignal): ReturnType<MCPClient["readResource"]>;
  close(): Promise<void>;
};

/** No answer of a server is longer. */
export const maxAnswerBytes = 8_000_000;
const connectMs = 15_000;

/**
 * Throws `tool_unavailable`, `timeout`, `address_refused`, `aborted` or `forbidden`; what else is known of a
 * failure stands in its facts. `onListChanged` hears when the server has other tools than before.
 */
export async function openServer(
  target: McpTarget,
  options: ReachOptions,
  { signal, onListChanged = () => undefined }: { signal: AbortSignal; onListChanged?: () => void },
): Promise<OpenServer> {
  const { createMCPClient } = await import("@ai-sdk/mcp");
  let broken: AppError | null = null;
  const channel = createChannel(onListChanged);
  const { transport, readOutput } = toTransport(target, options, channel, (error) => (broken ??= error));
  const ask = async <T>(
    { signal: asked, onProgress = () => undefined }: McpCallOptions,
    work: (options: { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> => {
    const isGone = broken !== null;
    try {
      return await channel.ask(onProgress, () => work({ signal: asked }));
    } catch (error) {
      const own = broken ?? channel.findFailure(error) ?? findOwn(error);
      const failure = toServerError(target.name, asked, own ?? error);
      const reach = isGone ? { isUnseen: true } : broken === null ? readFacts(own) : { mayHaveActed: true };
      throw isAppError(failure) ? withFacts(failure, { details: readOutput(), ...reach }) : failure;
    }
  };
  const client = await ask({ signal: withLimit(signal) }, (inner) =>
    createMCPClient({
      ...{ transport, clientName: "sextant", capabilities: {} },
      initializationOptions: inner,
      // What fails beside an answer is told to whoever waits for it, or to nobody.
      onUncaughtError: () => undefined,
    }),
  );
  return {
    list: (asked) => ask({ signal: withLimit(asked) }, ({ signal: inner }) => listTools(client, inner)),
    call: (name, input, asked) =>
      ask(asked, (inner) => client.callTool({ name, arguments: input, options: inner })).then((answer) =>
        "toolResult" in answer ? answer.toolResult : answer,
      ),
    readResource: (uri, asked) =>
      ask({ signal: asked }, (inner) => client.readResource({ uri, options: inner })),
    close: () => client.close(),
  };
}

const withLimit = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);

type Transport = { transport: MCPClientConfig["transport"]; readOutput: () => string };

function toTransport(
  { transport, secret, withToken = (inner) => inner }: McpTarget,
  { guard, programs }: ReachOptions,
  channel: Channel,
  onBroken: (error: AppError) => void,
): Transport {
  const limits = { maxBytes: maxAnswerBytes, channel };
  if (transport.kind === "http") {
    const headers = secret === null ? {} : { authorization: `Bearer ${secret}` };
    const fetch = createMessageFetch(withToken(createEnteredFetch(transport.url, guard)), limits);
    const byHttp = { type: "http" as const, url: transport.url, redirect: "error" as const, headers, fetch };
    return { transport: byHttp, readOutput: () => "" };
  }
  if (programs === null) throw createNoCommands();
  const { command, args } = transport;
  const own = toVariables(secret ?? "");
  const started = createCommandTransport(
    { command, args, variables: { ...programs, ...own }, secrets: Object.values(own).filter(Boolean) },
    { ...limits, onBroken },
  );
  return { transport: started, readOutput: started.readOutput };
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
  // Another one each time: what is known of it differs.
  if (isAppError(error)) return new AppError(error.code, error.message, { cause: error });
  if (isReported(error)) return error;
  const status = findStatus(error);
  if (status === 401 || status === 403)
    return new AppError("tool_unavailable", `The tool server ${name} refused the token.`, { cause: error });
  const how = status === null ? "could not be reached, or did not answer as it should" : `answered ${status}`;
  const failure = new AppError("tool_unavailable", `The tool server ${name} ${how}.`, { cause: error });
  return withFacts(failure, { mayHaveActed: status === null || status >= 500 });
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
