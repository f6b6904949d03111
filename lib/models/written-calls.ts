import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isThought } from "@/lib/protocol/thought-metadata";
import { type PartRewriter, rewriteParts } from "./rewrite-parts";
import { type TextTool, toTextTools } from "./text-tools/action-shapes";
import { createCallStream } from "./text-tools/call-stream";
import { createPartWriter } from "./text-tools/part-writer";

type Part = LanguageModelV4StreamPart;

/**
 * Makes calls of those that a model, or a server that does not read its markup, left in the text. Whatever
 * else the model sends passes as it is.
 */
export const writtenCallReader: LanguageModelV4Middleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream, params }) => {
    const result = await doStream();
    const tools = toTextTools(params.tools);
    return tools.length === 0
      ? result
      : { ...result, stream: rewriteParts(result.stream, createReader(tools)) };
  },
};

type Open = {
  start: Extract<Part, { type: "text-start" }>;
  end: Extract<Part, { type: "text-end" }> | null;
  stream: ReturnType<typeof createCallStream>;
  isShown: boolean;
};

function createReader(tools: readonly TextTool[]): PartRewriter {
  const writer = createPartWriter(() => crypto.randomUUID());
  let open: Open | null = null;
  let hasCalled = false;

  function show({ start, isShown }: Open, delta: string): Part[] {
    if (delta === "" || open === null) return [];
    open.isShown = true;
    return [...(isShown ? [] : [start]), { type: "text-delta", id: start.id, delta }];
  }

  /** The text is over; what was held back is read where the model ended it itself. */
  function settle(isCut: boolean): Part[] {
    if (open === null) return [];
    const isWithdrawn = isThought(open.end?.providerMetadata);
    const { text, thinking, calls } = open.stream.end(isCut || isWithdrawn);
    const shown = show(open, text);
    const ended = open.isShown ? [open.end ?? { type: "text-end" as const, id: open.start.id }] : [];
    open = null;
    hasCalled ||= calls.length > 0;
    return [
      ...shown,
      ...ended,
      ...writer.reasoning(thinking),
      ...writer.close(),
      ...calls.flatMap(writer.call),
    ];
  }

  return {
    read(part) {
      switch (part.type) {
        case "text-start": {
          const settled = settle(false);
          open = { start: part, end: null, stream: createCallStream(tools), isShown: false };
          return settled;
        }
        case "text-delta": {
          if (open === null) return [part];
          const shown = open.stream.push(part.delta);
          return shown === "" ? alive : show(open, shown);
        }
        case "text-end":
          if (open === null) return [part];
          open.end = part;
          return isThought(part.providerMetadata) ? settle(true) : [];
        case "finish": {
          const settled = settle(cutEnds.has(part.finishReason.unified));
          const finishReason = { ...part.finishReason, unified: "tool-calls" as const };
          return [...settled, hasCalled ? { ...part, finishReason } : part];
        }
        case "ping":
        case "raw":
        case "response-metadata":
        case "source":
        case "file":
          return [part];
        default:
          return [...settle(false), part];
      }
    },
    end: () => settle(true),
  };
}

const cutEnds = new Set(["length", "content-filter", "error"]);
/** Says that the model is at work although nothing can be shown. */
const alive: Part[] = [{ type: "ping" }];
