import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";

/**
 * What a reply says, for comparing it with the same reply made without a disturbance: without step borders,
 * notices, durations and the ids of parts, facts and results; the run's name becomes `·`.
 */
export function toComparable({ parts }: Pick<ChatMessage, "parts">, name: string): unknown[] {
  const told = parts.filter(({ type }) => type !== "step-start" && type !== "data-notice");
  return JSON.parse(
    JSON.stringify(told.map(toPlainPart))
      .replaceAll(name, "·")
      .replaceAll(/\br_[0-9a-f]{8}\b/g, "r_"),
  ) as unknown[];
}

function toPlainPart(part: ChatPart): unknown {
  if (part.type === "text" || part.type === "reasoning") return { type: part.type, text: part.text };
  if (part.type === "data-memories")
    return { type: part.type, data: JSON.parse(JSON.stringify(part.data), withoutChance) as unknown };
  if (!("toolCallId" in part)) return part;
  const { type, state, toolCallId, input } = part;
  return {
    type,
    state,
    toolCallId,
    input,
    output: JSON.parse(JSON.stringify(part.output ?? null), withoutChance) as unknown,
  };
}

/** A reviver: what differs each time. */
function withoutChance(key: string, value: unknown): unknown {
  return ["durationMs", "tokens", "id", "evidenceId", "resultId", "fetchedAt", "attempts"].includes(key)
    ? undefined
    : value;
}
