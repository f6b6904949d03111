import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { thoughtMetadata } from "@/lib/protocol/thought-metadata";
import type { TextCall } from "./action-shapes";

type Part = LanguageModelV4StreamPart;

/** Writes text, reasoning and calls as stream parts, with the starts and ends that belong to them. */
export function createPartWriter(createId: () => string) {
  let open: { type: "text" | "reasoning"; id: string } | undefined;
  let hasReasoning = false;

  const close = (): Part[] => {
    if (!open) return [];
    const part: Part = { type: `${open.type}-end`, id: open.id };
    open = undefined;
    return [part];
  };

  const write = (type: "text" | "reasoning", delta: string): Part[] => {
    if (delta === "") return [];
    if (open?.type === type) return [{ type: `${type}-delta`, id: open.id, delta }];
    const ended = close();
    open = { type, id: createId() };
    return [...ended, { type: `${type}-start`, id: open.id }, { type: `${type}-delta`, id: open.id, delta }];
  };

  return {
    close,
    /** The text that is open was thought. */
    withdraw: (): Part[] =>
      close().map((part) =>
        part.type === "text-end" ? { ...part, providerMetadata: thoughtMetadata } : part,
      ),
    text: (delta: string) => write("text", delta),
    reasoning(delta: string) {
      hasReasoning ||= delta !== "";
      return write("reasoning", delta);
    },
    call: ({ tool, input }: TextCall): Part[] =>
      toCallParts(`call_${createId()}`, tool, JSON.stringify(input)),
    hasReasoning: () => hasReasoning,
  };
}

export type PartWriter = ReturnType<typeof createPartWriter>;

function toCallParts(id: string, toolName: string, input: string): Part[] {
  return [
    { type: "tool-input-start", id, toolName },
    { type: "tool-input-delta", id, delta: input },
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName, input },
  ];
}
