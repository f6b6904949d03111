import { isRecord } from "@/lib/protocol/json";

type Event = Record<string, unknown>;

/** An answer of Messages or Responses that came whole, as its events; anything else as it is. */
export function toEvents(value: unknown): unknown[] {
  if (!isRecord(value)) return [value];
  const { type, content, output, status, usage, stop_reason, stop_details } = value;
  if (type === "message" && Array.isArray(content))
    return [
      { type: "message_start", message: { ...value, content: [] } },
      ...content.flatMap((content_block: unknown, index) => [
        { type: "content_block_start", index, content_block },
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason, stop_details }, usage },
      { type: "message_stop" },
    ];
  if (!Array.isArray(output)) return [value];
  const end = status === "incomplete" || status === "failed" ? status : "completed";
  return ["created", end].map((each) => ({ type: `response.${each}`, response: value }));
}

/** Lines that the mender may change, or learns from. */
export const watchedEvents =
  /"type":\s*"(?:error|message_start|message_delta|compaction_delta|content_block_start|response\.(?:output_item\.(?:added|done)|(?:output_text|refusal|reasoning_text|reasoning_summary_text)\.delta|completed|incomplete|failed))"/;

/**
 * Events of Messages and Responses as the packages read them: what stands in an event that is only to begin
 * or to end a block comes as its piece, unless it came before, and what must be there is there. Thoughts as
 * open models have them become summaries, and what Claude keeps of a long conversation a thought.
 */
export function createEventMender(): (event: Event) => Event[] {
  const begun = new Set<unknown>();
  const told = new Set<unknown>();
  let items = 0;

  function toItemEvents(item: unknown, output_index: unknown): Event[] {
    const mended = mendItem(item);
    const done = { type: "response.output_item.done", output_index, item: mended };
    if (!isRecord(mended) || !pieceTypes.has(mended.type)) return [done];
    const added = { ...done, type: "response.output_item.added", item: { ...mended, arguments: "" } };
    const isTold = [told.delete(mended.type), told.has(output_index)].includes(true);
    const pieces = isTold ? [] : toPieces(mended);
    return [
      ...(begun.has(output_index) ? [] : [added]),
      ...pieces.map((piece) => ({ ...piece, item_id: mended.id, output_index })),
      done,
    ];
  }

  return (event) => {
    const { type, item, delta, response, output_index } = event;
    switch (type) {
      case "message_start":
        return [{ ...event, message: withUsage(event.message, "input_tokens") }];
      case "message_delta":
        return [withUsage(event, "output_tokens")];
      case "content_block_start":
        return toBlockEvents(event);
      case "content_block_delta":
        return [
          { ...event, delta: { type: "thinking_delta", thinking: isRecord(delta) ? delta.content : "" } },
        ];
      case "response.output_item.added":
        begun.add(output_index);
        return [{ ...event, item: mendItem(item) }];
      case "response.output_item.done":
        items += 1;
        return toItemEvents(item, output_index);
      case "response.completed":
      case "response.incomplete":
        return [...(items > 0 ? [] : toList(response, "output").flatMap(toItemEvents)), event];
      case "error":
      case "response.failed":
        return [{ sequence_number: 0, ...event }];
      default: {
        const isThought = String(type).includes("reasoning");
        told.add(output_index ?? "").add(isThought ? "reasoning" : "message");
        const isRaw = type === "response.reasoning_text.delta";
        return [
          isRaw ? { ...event, type: "response.reasoning_summary_text.delta", summary_index: 0 } : event,
        ];
      }
    }
  };
}

function withUsage(given: unknown, needed: string): Event {
  const value = isRecord(given) ? given : {};
  const usage = isRecord(value.usage) ? value.usage : {};
  return { ...value, usage: { ...usage, [needed]: usage[needed] ?? 0 } };
}

function toBlockEvents(event: Event): Event[] {
  const { content_block: block, index } = event;
  if (!isRecord(block)) return [event];
  if (block.type === "compaction") return [{ ...event, content_block: { type: "thinking", thinking: "" } }];
  const deltas = ["text", "thinking", "signature"].flatMap((key) =>
    isSaid(block[key]) ? [{ type: `${key}_delta`, [key]: block[key] }] : [],
  );
  const cited = toList(block, "citations").map((citation) => ({ type: "citations_delta", citation }));
  return [event, ...[...deltas, ...cited].map((delta) => ({ type: "content_block_delta", index, delta }))];
}

const isSaid = (value: unknown): boolean => typeof value === "string" && value !== "";

function toList(value: unknown, key: string): Event[] {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const pieceTypes = new Set<unknown>(["message", "reasoning", "function_call"]);

function mendItem(item: unknown): unknown {
  if (!isRecord(item) || item.type !== "function_call") return item;
  const { id = item.call_id, arguments: given = "" } = item;
  return { ...item, id, arguments: typeof given === "string" ? given : JSON.stringify(given) };
}

function toPieces(item: Event): Event[] {
  const parts = [...toList(item, "summary"), ...toList(item, "content")];
  return parts.flatMap(({ text, refusal }, content_index): Event[] => {
    const delta = [text, refusal].find(isSaid);
    if (delta === undefined) return [];
    if (item.type === "reasoning")
      return [{ type: "response.reasoning_summary_text.delta", summary_index: 0, delta }];
    return [{ type: `response.${delta === text ? "output_text" : "refusal"}.delta`, content_index, delta }];
  });
}
