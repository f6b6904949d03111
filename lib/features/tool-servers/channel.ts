import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { MCPClientError, validateJSONRPCMessage, type JSONRPCMessage } from "@ai-sdk/mcp";
import { AppError } from "@/lib/errors";
import { z } from "zod";
import { withFacts } from "./failures";

type PendingRequest = { isCall: boolean; onProgress: () => void };

const asking = new AsyncLocalStorage<() => void>();

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.looseObject({ progressToken: z.unknown().optional() }).optional().catch(undefined),
});

type McpMessage = z.output<typeof messageSchema>;

/** What passes between the SDK and a server, whatever the transport: here stands what the SDK leaves out. */
export function createChannel(onListChanged: () => void) {
  const pending = new Map<number, PendingRequest>();
  const failures = createFailures();

  function note(method: string, token: unknown): void {
    if (method === "notifications/tools/list_changed") onListChanged();
    if (method === "notifications/progress") pending.get(Number(token))?.onProgress();
  }

  /** An answer to the SDK in the server's place. */
  function fail(id: number, error: AppError): JSONRPCMessage {
    pending.delete(id);
    return failures.toMessage(id, error);
  }

  function toAnswer({ result, ...message }: McpMessage, askedId: number | null): JSONRPCMessage | null {
    const id = typeof message.id === "string" ? Number(message.id) : (message.id ?? askedId);
    const asked = id === null ? undefined : pending.get(id);
    if (id === null || asked === undefined) return null;
    pending.delete(id);
    const answer =
      "error" in message ? { error: message.error } : { result: asked.isCall ? toWhole(result) : result };
    return toValid({ jsonrpc: "2.0", id, ...answer }) ?? fail(id, createMalformed());
  }

  return {
    fail,
    findFailure: failures.find,

    /** `onProgress` hears that the server is at work on what `work` asks of it. */
    ask: <T>(onProgress: () => void, work: () => Promise<T>): Promise<T> => asking.run(onProgress, work),

    /** A message as it is sent: a call wants to hear of progress. */
    toSent(message: JSONRPCMessage): JSONRPCMessage {
      if (!("method" in message) || !("id" in message)) return message;
      const isCall = message.method === "tools/call";
      pending.set(Number(message.id), { isCall, onProgress: asking.getStore() ?? (() => undefined) });
      if (!isCall) return message;
      const { _meta, ...params } = message.params ?? {};
      return {
        ...message,
        params: { ...params, _meta: { ...(_meta as object), progressToken: message.id } },
      };
    },

    /**
     * A message as the SDK reads it, `null` for one that it need not see. The result of a call is handed on
     * whole, whatever it is. `askedId`: what an error without an id answers.
     */
    toReceived(raw: unknown, askedId: number | null = null): JSONRPCMessage | null {
      const { data: message } = messageSchema.safeParse(raw);
      if (message?.method === undefined) return message === undefined ? null : toAnswer(message, askedId);
      if (message.id !== undefined) return toValid(message);
      note(message.method, message.params?.progressToken);
      return null;
    },
  };
}
export type Channel = ReturnType<typeof createChannel>;

/** Our own errors, passed through the SDK like the server's and recognized by a secret mark. */
function createFailures() {
  const failures = new Map<string, AppError>();
  return {
    toMessage(id: number, error: AppError): JSONRPCMessage {
      const failure = randomUUID();
      failures.set(failure, error);
      return { jsonrpc: "2.0", id, error: { code: -32603, message: error.message, data: { failure } } };
    },
    find(error: unknown): AppError | null {
      const data = MCPClientError.isInstance(error) ? error.data : undefined;
      const isOurs = typeof data === "object" && data !== null && "failure" in data;
      return isOurs ? (failures.get(String(data.failure)) ?? null) : null;
    },
  };
}

/** In the one form that the SDK takes without a look inside. What asks for input is the SDK's to answer. */
function toWhole(result: unknown): unknown {
  const resultType = z.looseObject({ resultType: z.string() }).safeParse(result).data?.resultType;
  if (resultType === "input_required" || result === undefined) return result;
  return { ...(resultType !== undefined && { resultType }), toolResult: result };
}

function toValid(message: unknown): JSONRPCMessage | null {
  try {
    return validateJSONRPCMessage(message);
  } catch {
    return null;
  }
}

function createMalformed(): AppError {
  const error = new AppError("tool_unavailable", "The tool server's answer is not as the protocol has it.");
  return withFacts(error, { mayHaveActed: true });
}
