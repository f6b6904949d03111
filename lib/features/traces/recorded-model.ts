import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { AppError, isErrorCode } from "@/lib/errors";
import type { TraceEntryOf } from "@/lib/features/traces/shape/traces";
import { toChoice } from "./watch-model";

type Call = TraceEntryOf<"call">;
type Hooks = {
  /** Before a recorded call answers; `choice`: what the loop asks for this time. */
  onBegin: (index: number, choice: string) => void;
  /** When its answer is over. */
  onEnd: () => void;
};

/** A model that answers as one did in a recorded attempt, and reaches nothing. */
export function createRecordedModel(calls: readonly Call[], { onBegin, onEnd }: Hooks): LanguageModelV4 {
  let next = 0;
  return {
    specificationVersion: "v4",
    provider: "recorded",
    modelId: calls[0]?.model ?? "none",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new AppError("internal", "A recorded model only streams.")),
    async doStream(options) {
      const index = next;
      next += 1;
      onBegin(index, toChoice(options));
      const call = calls[index];
      if (call === undefined) throw new AppError("internal", "Nothing more is recorded of the model.");
      if (call.answer.length === 0) throw toError(call);
      return { stream: toStream(call, onEnd) };
    },
  };
}

function toStream(call: Call, onEnd: () => void): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of call.answer) controller.enqueue(part as LanguageModelV4StreamPart);
      onEnd();
      if (call.finishReason === null) controller.error(toError(call));
      else controller.close();
    },
  });
}

function toError({ error }: Call): AppError {
  const { code = "aborted", message = "The call was broken off." } = error ?? {};
  return new AppError(isErrorCode(code) ? code : "internal", message);
}
