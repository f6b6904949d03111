import { isRecord } from "@/lib/protocol/json";

type Event = Record<string, unknown>;

/**
 * An answer of Messages or of Responses that came whole, as the events that it would have been. Anything else
 * stays as it is: pieces of Chat Completions and of Gemini's have the same form as the whole.
 */
export function toEvents(value: unknown): unknown[] {
  if (!isRecord(value)) return [value];
  const { content, stop_reason, stop_sequence, stop_details, ...message } = value;
  if (value.type === "message" && Array.isArray(content))
    return [
      { type: "message_start", message },
      ...content.flatMap((content_block: unknown, index) => [
        { type: "content_block_start", index, content_block },
        { type: "content_block_stop", index },
      ]),
      {
        type: "message_delta",
        delta: { stop_reason, stop_sequence, stop_details },
        usage: message.usage,
      },
      { type: "message_stop" },
    ];
  if (!Array.isArray(value.output)) return [value];
  const end = value.status === "incomplete" || value.status === "failed" ? value.status : "completed";
  return [
    { type: "response.created", response: value },
    { type: `response.${end}`, response: value },
  ];
}

/** Lines that the mender may change, or learns from. */
export const watchedEvents =
  /"type":\s*"(?:error|message_start|message_delta|content_block_start|response\.(?:output_item\.(?:added|done)|(?:output_text|refusal|reasoning_summary_text)\.delta|completed|incomplete|failed))"/;

/** Names of items by what is known of them: that they began, that their words were told. */
type Seen = { added: Set<unknown>; told: Set<unknown>; items: number };

/**
 * Events of Messages and Responses as the packages read them: what stands in an event that is only to begin
 * or to end a block comes as its piece, unless it came before, and what must be there is there.
 */
export function createEventMender(): (event: Event) => Event[] {
  const seen: Seen = { added: new Set(), told: new Set(), items: 0 };
  return (event) => {
    const { type, item, response, output_index, item_id } = event;
    switch (type) {
      case "message_start":
        return [{ ...event, message: withUsage(event.message, { input_tokens: 0 }) }];
      case "message_delta":
        return [withUsage(event, { output_tokens: 0 })];
      case "content_block_start":
        return toBlockEvents(event);
      case "response.output_item.added":
        for (const name of [output_index, isRecord(item) && item.id]) seen.added.add(name);
        return [{ ...event, item: mendItem(item) }];
      case "response.output_item.done":
        seen.items += 1;
        return toItemEvents(event, seen);
      case "response.completed":
      case "response.incomplete":
        return [...toMissingItems(response, seen), event];
      case "error":
      case "response.failed":
        return [{ sequence_number: 0, ...event }];
      default: {
        const told = String(type).includes("reasoning") ? "reasoning" : "message";
        for (const name of [told, output_index, item_id]) seen.told.add(name);
        return [event];
      }
    }
  };
}

function withUsage(given: unknown, least: Record<string, number>): Record<string, unknown> {
  const value = isRecord(given) ? given : {};
  const counted = Object.entries(isRecord(value.usage) ? value.usage : {}).filter(
    ([, count]) => count !== null,
  );
  return { ...value, usage: { ...least, ...Object.fromEntries(counted) } };
}

function toBlockEvents(event: Event): Event[] {
  const { content_block: block, index } = event;
  if (!isRecord(block)) return [event];
  const cited: unknown[] = Array.isArray(block.citations) ? block.citations : [];
  const deltas = [
    ...["text", "thinking", "signature"].flatMap((key) =>
      isSaid(block[key]) ? [{ type: `${key}_delta`, [key]: block[key] }] : [],
    ),
    ...cited.map((citation) => ({ type: "citations_delta", citation })),
  ];
  return [event, ...deltas.map((delta) => ({ type: "content_block_delta", index, delta }))];
}

const isSaid = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Some end without an item's own end. */
function toMissingItems(response: unknown, seen: Seen): Event[] {
  const output: unknown[] = isRecord(response) && Array.isArray(response.output) ? response.output : [];
  if (seen.items > 0) return [];
  return output.flatMap((item, output_index) =>
    toItemEvents({ type: "response.output_item.done", output_index, item }, seen),
  );
}

const itemTypes = new Set<unknown>(["message", "reasoning", "function_call"]);

function toItemEvents(event: Event, { added, told }: Seen): Event[] {
  const item = mendItem(event.item);
  if (!isRecord(item) || !itemTypes.has(item.type)) return [event];
  const { output_index = 0 } = event;
  const names = [output_index, item.id];
  const isTold = [item.type, ...names].some((name) => told.has(name));
  told.delete(item.type);
  const begin = { type: "response.output_item.added", output_index, item: { ...item, arguments: "" } };
  return [
    ...(names.some((name) => added.has(name)) ? [] : [begin]),
    ...(isTold ? [] : toPieces(item)).map((piece) => ({ ...piece, item_id: item.id, output_index })),
    { ...event, output_index, item },
  ];
}

function mendItem(item: unknown): unknown {
  if (!isRecord(item) || item.type !== "function_call") return item;
  const { id = item.call_id, arguments: given = "" } = item;
  return { ...item, id, arguments: typeof given === "string" ? given : JSON.stringify(given) };
}

function toPieces({ type, content, summary }: Record<string, unknown>): Event[] {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
  if (type === "reasoning") {
    const thoughts = [...list(summary), ...list(content)].map(({ text }) => text).filter(isSaid);
    const delta = thoughts.join("\n\n");
    return delta === "" ? [] : [{ type: "response.reasoning_summary_text.delta", summary_index: 0, delta }];
  }
  return list(content).flatMap(({ text, refusal, annotations }, content_index) => [
    ...(isSaid(text) ? [{ type: "response.output_text.delta", content_index, delta: text }] : []),
    ...(isSaid(refusal) ? [{ type: "response.refusal.delta", content_index, delta: refusal }] : []),
    ...list(annotations).map((annotation) => ({
      type: "response.output_text.annotation.added",
      annotation,
    })),
  ]);
}
