import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type TextTool, toTextTools } from "./text-tools/action-shapes";

type Part = LanguageModelV4StreamPart;

/** What becomes of each part of a stream, and what is left at its end. */
export type PartRewriter = { read: (part: Part) => Part[]; end: () => Part[] };

type Rewriting = { source: ReadableStream<Part>; rewriter: PartRewriter };

/** What streams that were made here, and that nobody reads yet, are made of. */
const rewritings = new WeakMap<ReadableStream<Part>, Rewriting>();

/**
 * By hand, because a `TransformStream` costs more for each delta than all that is done here. What is
 * rewritten twice passes one stream, not two.
 */
export function rewriteParts(stream: ReadableStream<Part>, rewriter: PartRewriter): ReadableStream<Part> {
  const before = rewritings.get(stream);
  if (before === undefined) return rewrite(stream, rewriter);
  return rewrite(before.source, follow(before.rewriter, rewriter));
}

function rewrite(source: ReadableStream<Part>, rewriter: PartRewriter): ReadableStream<Part> {
  let reader: ReadableStreamDefaultReader<Part> | undefined;
  const open = () => {
    rewritings.delete(rewritten);
    return (reader ??= source.getReader());
  };
  const rewritten = new ReadableStream<Part>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await open().read();
          const parts = done ? rewriter.end() : rewriter.read(value);
          for (const part of parts) controller.enqueue(part);
          if (done) return controller.close();
          if (parts.length > 0) return;
        }
      },
      cancel: (reason) => open().cancel(reason),
    },
    { highWaterMark: 0 },
  );
  rewritings.set(rewritten, { source, rewriter });
  return rewritten;
}

function follow(first: PartRewriter, second: PartRewriter): PartRewriter {
  return {
    read: (part) => first.read(part).flatMap(second.read),
    end: () => [...first.end().flatMap(second.read), ...second.end()],
  };
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
