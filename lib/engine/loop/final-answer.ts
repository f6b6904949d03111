import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/** Marks a call as the forced answer, in the call's provider options. */
export const finalAnswerOptions = { sextant: { finalAnswer: true } };

/**
 * Marks a call that must call a tool, or the one of this name. The SDK's own `toolChoice` would fail the run
 * where the model does not.
 */
export const toRequiredCallOptions = (tool: string | null) => ({ sextant: { requiredCall: tool } });

/**
 * Keeps the tools in the request (some vendors refuse a history of calls without them; the cached prefix
 * holds), forbids calls, and drops one made anyway: the SDK's `toolChoice: "none"` would fail the run.
 */
export const finalAnswerMiddleware: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => {
    if (params.tools === undefined || params.tools.length === 0) return params;
    if (isFinalAnswer(params.providerOptions)) return { ...params, toolChoice: { type: "none" } };
    const { requiredCall: toolName } = findMarks(params.providerOptions);
    if (toolName === undefined) return params;
    const isNamed = typeof toolName === "string";
    return { ...params, toolChoice: isNamed ? { type: "tool", toolName } : { type: "required" } };
  },
  wrapStream: async ({ doStream, params }) => {
    const result = await doStream();
    if (!isFinalAnswer(params.providerOptions)) return result;
    return { ...result, stream: result.stream.pipeThrough(new TransformStream({ transform: dropCalls })) };
  },
};

type VendorOptions = Record<string, unknown> | undefined;

const isFinalAnswer = (options: VendorOptions): boolean => findMarks(options).finalAnswer === true;

function findMarks(options: VendorOptions): { finalAnswer?: unknown; requiredCall?: unknown } {
  const ours = options?.["sextant"];
  return typeof ours === "object" && ours !== null ? ours : {};
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
