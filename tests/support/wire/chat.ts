import type { Answer, ReplyPart, ToolReply, Wire } from "./reply";

/** OpenAI Chat Completions, as compatible servers speak it. After “API Reference: Chat, Streaming” of OpenAI, November 2026. */
export const wire: Wire = {
  frames(answer, model) {
    const chunk = (choices: unknown[], more = {}) =>
      `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_760_000_000, model, choices, ...more })}\n\n`;
    const delta = (content: unknown, finish: string | null = null) =>
      chunk([{ index: 0, delta: content, finish_reason: finish }]);
    const calls = answer.parts.filter((part) => part.type === "tool");
    return [
      delta({ role: "assistant", content: "" }),
      ...answer.parts.flatMap((part) => toDeltas(part, calls)).map((content) => delta(content)),
      delta({}, toFinish(answer)),
      ...(answer.usage === null ? [] : [chunk([], { usage: toUsage(answer) })]),
      "data: [DONE]\n\n",
    ];
  },
  whole(answer, model) {
    const calls = answer.parts.filter((part) => part.type === "tool");
    const message = {
      role: "assistant",
      content: joinText(answer, "text"),
      reasoning_content: joinText(answer, "reasoning") || null,
      tool_calls: calls.length > 0 ? calls.map((part, index) => toCall(part, index)) : null,
    };
    const choices = [{ index: 0, message, finish_reason: toFinish(answer) }];
    return {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_760_000_000,
      model,
      choices,
      usage: toUsage(answer),
    };
  },
  error: ({ message, code }) => ({ error: { message, type: "error", code: code ?? null } }),
  roles: ({ messages }) =>
    Array.isArray(messages)
      ? messages.map(({ role }) => role).filter((role) => role !== "system" && role !== "developer")
      : [],
};

function toDeltas(part: ReplyPart, calls: ToolReply[]): unknown[] {
  if (part.type === "text") return part.chunks.map((content) => ({ content }));
  if (part.type === "reasoning") return part.chunks.map((reasoning_content) => ({ reasoning_content }));
  if (part.type !== "tool") return [];
  const index = calls.indexOf(part);
  const { id, function: call } = toCall(part, index);
  const half = Math.ceil(call.arguments.length / 2);
  return [
    { tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] },
    { tool_calls: [{ index, function: { arguments: call.arguments.slice(0, half) } }] },
    { tool_calls: [{ index, function: { arguments: call.arguments.slice(half) } }] },
  ];
}

function toCall({ name, input, rawInput, id }: ToolReply, index: number) {
  return {
    id: id ?? `call_${index + 1}`,
    type: "function",
    function: { name, arguments: rawInput ?? JSON.stringify(input ?? {}) },
  };
}

function joinText({ parts }: Answer, type: "text" | "reasoning"): string {
  return parts.map((part) => (part.type === type ? part.chunks.join("") : "")).join("");
}

function toFinish({ finish, parts }: Answer): string {
  const reason = finish ?? (parts.some(({ type }) => type === "tool") ? "tools" : "stop");
  return { stop: "stop", tools: "tool_calls", length: "length", filter: "content_filter" }[reason];
}

function toUsage({ usage }: Answer): unknown {
  const { input, output, cached = 0, reasoning = 0 } = usage ?? { input: 10, output: 5 };
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
