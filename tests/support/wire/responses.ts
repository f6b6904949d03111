import type { Answer, ReplyPart, Wire } from "./reply";

/** OpenAI Responses. After “API Reference: Responses, Streaming events” of OpenAI, November 2026. */
export const wire: Wire = {
  frames(answer, model) {
    const events = [
      {
        type: "response.created",
        response: { id: "resp_1", object: "response", created_at: 1_760_000_000, model },
      },
      ...answer.parts.flatMap(toEvents),
      {
        type: isCut(answer) ? "response.incomplete" : "response.completed",
        response: toResponse(answer, model, []),
      },
    ];
    return events.map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    );
  },
  whole: (answer, model) => toResponse(answer, model, answer.parts.flatMap(toItem)),
  error: ({ message, code }) => ({ error: { message, type: "error", param: null, code: code ?? null } }),
  roles: ({ input }) => (Array.isArray(input) ? input.flatMap(toRole) : []),
};

function toRole({ type, role }: { type?: string; role?: string }): ("user" | "assistant" | "tool")[] {
  if (type === "function_call_output") return ["tool"];
  if (role === "system" || role === "developer") return [];
  return [role === "user" ? "user" : "assistant"];
}

function toEvents(part: ReplyPart, output_index: number): { type: string }[] {
  const [item] = toItem(part, output_index);
  if (!item) return [];
  const { id: item_id } = item;
  const added = { type: "response.output_item.added", output_index, item: toEmptyItem(item) };
  const done = { type: "response.output_item.done", output_index, item };
  if (part.type === "text") {
    const deltas = part.chunks.map((delta) => ({
      type: "response.output_text.delta",
      item_id,
      output_index,
      content_index: 0,
      delta,
    }));
    return [added, ...deltas, done];
  }
  if (part.type === "reasoning") {
    const opened = { type: "response.reasoning_summary_part.added", item_id, output_index, summary_index: 0 };
    const deltas = part.chunks.map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      item_id,
      output_index,
      summary_index: 0,
      delta,
    }));
    return [
      added,
      opened,
      ...deltas,
      { type: "response.reasoning_summary_part.done", item_id, output_index, summary_index: 0 },
      done,
    ];
  }
  const json = "arguments" in item ? String(item.arguments) : "";
  const half = Math.ceil(json.length / 2);
  const deltas = [json.slice(0, half), json.slice(half)].map((delta) => ({
    type: "response.function_call_arguments.delta",
    item_id,
    output_index,
    delta,
  }));
  return [added, ...deltas, done];
}

type Item = { type: string; id: string; [key: string]: unknown };

function toItem(part: ReplyPart, index: number): Item[] {
  switch (part.type) {
    case "text": {
      const content = [{ type: "output_text", text: part.chunks.join(""), annotations: [] }];
      return [{ type: "message", id: `msg_${index}`, role: "assistant", status: "completed", content }];
    }
    case "reasoning": {
      const summary = [{ type: "summary_text", text: part.chunks.join("") }];
      return [{ type: "reasoning", id: `rs_${index}`, encrypted_content: `sealed-${index}`, summary }];
    }
    case "tool": {
      const json = part.rawInput ?? JSON.stringify(part.input ?? {});
      return [
        {
          type: "function_call",
          id: `fc_${index}`,
          call_id: part.id ?? `call_${index}`,
          name: part.name,
          arguments: json,
          status: "completed",
        },
      ];
    }
    default:
      return [];
  }
}

function toEmptyItem(item: Item): Item {
  if (item.type === "function_call") return { ...item, arguments: "", status: "in_progress" };
  if (item.type === "reasoning") return { ...item, summary: [] };
  return { ...item, content: [], status: "in_progress" };
}

function isCut({ finish }: Answer): boolean {
  return finish === "length" || finish === "filter";
}

function toResponse(answer: Answer, model: string, output: Item[]): unknown {
  const { input, output: written, cached = 0, reasoning = 0 } = answer.usage ?? { input: 10, output: 5 };
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: written,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + written,
  };
  const incomplete_details = isCut(answer)
    ? { reason: answer.finish === "length" ? "max_output_tokens" : "content_filter" }
    : null;
  const status = incomplete_details ? "incomplete" : "completed";
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_760_000_000,
    model,
    status,
    output,
    incomplete_details,
    usage,
  };
}
