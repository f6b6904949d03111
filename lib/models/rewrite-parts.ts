import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

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
