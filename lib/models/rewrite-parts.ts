import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type TextTool, toTextTools } from "./text-tools/action-shapes";

type Part = LanguageModelV4StreamPart;

/** What becomes of each part of a stream, and what is left at its end. */
export type PartRewriter = { read: (part: Part) => Part[]; end: () => Part[] };

/** By hand, because a `TransformStream` costs more for each delta than all that is done here. */
export function rewriteParts(
  stream: ReadableStream<Part>,
  { read, end }: PartRewriter,
): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        const parts = done ? end() : read(value);
        for (const part of parts) controller.enqueue(part);
        if (done) return controller.close();
        if (parts.length > 0) return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A middleware that rewrites the stream of each call that offers tools. */
export function rewriteWithTools(
  create: (tools: readonly TextTool[]) => PartRewriter,
): LanguageModelV4Middleware {
  return {
    specificationVersion: "v4",
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      const tools = toTextTools(params.tools);
      return tools.length === 0 ? result : { ...result, stream: rewriteParts(result.stream, create(tools)) };
    },
  };
}
