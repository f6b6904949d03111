import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";

export type Reply = {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
};

/** The reply as stream parts: reasoning and text in pieces of a word, tool calls with their whole input. */
export function* listStreamParts(reply: Reply): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "response-metadata", modelId: "guide" };
  for (const [index, part] of reply.content.entries()) yield* listParts(part, String(index));
  yield { type: "finish", usage: reply.usage, finishReason: reply.finishReason };
}

function* listParts(part: LanguageModelV4Content, id: string): Generator<LanguageModelV4StreamPart> {
  if (part.type === "text" || part.type === "reasoning") {
    yield { type: `${part.type}-start`, id };
    for (const delta of listPieces(part.text)) yield { type: `${part.type}-delta`, id, delta };
    yield { type: `${part.type}-end`, id };
  } else if (part.type === "tool-call") {
    yield { type: "tool-input-start", id: part.toolCallId, toolName: part.toolName };
    yield { type: "tool-input-delta", id: part.toolCallId, delta: part.input };
    yield { type: "tool-input-end", id: part.toolCallId };
    yield part;
  }
}

/** A word with the space after it, or up to two Han characters. */
function listPieces(text: string): string[] {
  return text.match(/\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];
}

/** Serves parts as they are read; stopping ends it with the signal's reason. */
export function toStream(
  parts: Iterator<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    pull(controller) {
      if (signal?.aborted === true) return controller.error(signal.reason);
      const { done, value } = parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
