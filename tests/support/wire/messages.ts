import type { Answer, ReplyPart, Wire } from "./reply";

/** Anthropic Messages. After “Messages API” and “Streaming Messages” of Anthropic, November 2026. */
export const wire: Wire = {
  frames(answer, model) {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    const events = [
      { type: "message_start", message: { ...message, usage: toUsage(answer, 1) } },
      ...answer.parts.flatMap(toEvents),
      {
        type: "message_delta",
        delta: { stop_reason: toStopReason(answer), stop_sequence: null },
        usage: toUsage(answer),
      },
      { type: "message_stop" },
    ];
    return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  },
  whole(answer, model) {
    const content = answer.parts.flatMap(toBlock);
    const reason = { stop_reason: toStopReason(answer), stop_sequence: null };
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content,
      ...reason,
      usage: toUsage(answer),
    };
  },
  error: ({ status, message, code }) => ({
    type: "error",
    error: { type: code ?? names[status] ?? "api_error", message },
  }),
  roles: ({ messages }) => (Array.isArray(messages) ? messages.map(toRole) : []),
};

const names: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function toRole({ role, content }: { role?: string; content?: unknown }): "user" | "assistant" | "tool" {
  if (role === "assistant") return "assistant";
  return Array.isArray(content) && content.some(({ type }) => type === "tool_result") ? "tool" : "user";
}

function toEvents(part: ReplyPart, index: number): { type: string }[] {
  const [block] = toBlock(part, index);
  if (!block) return [];
  return [
    { type: "content_block_start", index, content_block: toEmptyBlock(block) },
    ...toDeltas(part).map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ] as { type: string }[];
}

function toDeltas(part: ReplyPart): object[] {
  switch (part.type) {
    case "text":
      return part.chunks.map((text) => ({ type: "text_delta", text }));
    case "reasoning":
      return [
        ...part.chunks.map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: "signed" },
      ];
    case "tool": {
      const json = part.rawInput ?? JSON.stringify(part.input ?? {});
      const half = Math.ceil(json.length / 2);
      return [json.slice(0, half), json.slice(half)].map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      }));
    }
    default:
      return [];
  }
}

type Block = { type: string; [key: string]: unknown };

function toBlock(part: ReplyPart, index: number): Block[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.chunks.join("") }];
    case "reasoning":
      return [{ type: "thinking", thinking: part.chunks.join(""), signature: "signed" }];
    case "tool":
      return [
        { type: "tool_use", id: part.id ?? `toolu_${index}`, name: part.name, input: part.input ?? {} },
      ];
    default:
      return [];
  }
}

function toEmptyBlock(block: Block): Block {
  if (block.type === "tool_use") return { ...block, input: {} };
  return block.type === "text"
    ? { type: "text", text: "" }
    : { type: "thinking", thinking: "", signature: "" };
}

function toStopReason({ finish, parts }: Answer): string {
  const reason = finish ?? (parts.some(({ type }) => type === "tool") ? "tools" : "stop");
  return { stop: "end_turn", tools: "tool_use", length: "max_tokens", filter: "refusal" }[reason];
}

/** Tokens of the cache stand beside the input, not inside it. */
function toUsage({ usage }: Answer, written?: number): object {
  const { input, output, cached = 0, written: kept = 0 } = usage ?? { input: 10, output: 5 };
  return {
    input_tokens: input - cached - kept,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: kept,
    output_tokens: written ?? output,
  };
}
