import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/** Marks a call as the forced answer, in the call's provider options. */
export const finalAnswerOptions = { sextant: { finalAnswer: true } };

/**
 * Marks a call that must call a tool. The SDK's own `toolChoice: "required"` would fail the run where the
 * model does not.
 */
export const requiredCallOptions = { sextant: { requiredCall: true } };

/**
 * Keeps the tools in the request (some vendors refuse a history of calls without them; the cached prefix
 * holds), forbids calls, and drops one made anyway: the SDK's `toolChoice: "none"` would fail the run.
 */
export const finalAnswerMiddleware: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => {
    if (params.tools === undefined || params.tools.length === 0) return params;
    if (isFinalAnswer(params.providerOptions)) return { ...params, toolChoice: { type: "none" } };
    return isMarked(params.providerOptions, "requiredCall")
      ? { ...params, toolChoice: { type: "required" } }
      : params;
  },
  wrapStream: async ({ doStream, params }) => {
    const result = await doStream();
    if (!isFinalAnswer(params.providerOptions)) return result;
    return { ...result, stream: result.stream.pipeThrough(new TransformStream({ transform: dropCalls })) };
  },
};

type Options = Record<string, unknown> | undefined;

const isFinalAnswer = (options: Options): boolean => isMarked(options, "finalAnswer");

function isMarked(options: Options, mark: string): boolean {
  const ours = options?.["sextant"];
  return typeof ours === "object" && ours !== null && mark in ours;
}

function dropCalls(
  part: LanguageModelV4StreamPart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  if (part.type === "tool-call" || part.type.startsWith("tool-input-")) return;
  if (part.type === "finish" && part.finishReason.unified === "tool-calls") {
    controller.enqueue({ ...part, finishReason: { ...part.finishReason, unified: "stop" } });
    return;
  }
  controller.enqueue(part);
}
