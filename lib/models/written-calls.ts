import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isThought } from "@/lib/protocol/thought-metadata";
import { type PartRewriter, rewriteWithTools } from "./rewrite-parts";
import type { TextTool } from "./text-tools/action-shapes";
import { createCallStream } from "./text-tools/call-stream";
import { createPartWriter } from "./text-tools/part-writer";

type Part = LanguageModelV4StreamPart;

/**
 * Makes calls of those that a model, or a server that does not read its markup, left in the text. Whatever
 * else the model sends passes as it is.
 */
export const writtenCallReader = rewriteWithTools(createReader);

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

  function readText(part: Extract<Part, { id: string }>, text: Open): Part[] {
    if (part.type === "text-delta") {
      const shown = text.stream.push(part.delta);
      return shown === "" ? alive : show(text, shown);
    }
    if (part.type !== "text-end") return [part];
    text.end = part;
    return isThought(part.providerMetadata) ? settle(true) : [];
  }

  return {
    read(part) {
      if (passing.has(part.type)) return [part];
      if ((part.type === "text-delta" || part.type === "text-end") && open !== null)
        return readText(part, open);
      if (part.type === "text-start") {
        const settled = settle(false);
        open = { start: part, end: null, stream: createCallStream(tools), isShown: false };
        return settled;
      }
      if (part.type !== "finish") return [...settle(false), part];
      const settled = settle(cutEnds.has(part.finishReason.unified));
      const finishReason = { ...part.finishReason, unified: "tool-calls" as const };
      return [...settled, hasCalled ? { ...part, finishReason } : part];
    },
    end: () => settle(true),
  };
}

function show(text: Open, delta: string): Part[] {
  if (delta === "") return [];
  const started = text.isShown ? [] : [text.start];
  text.isShown = true;
  return [...started, { type: "text-delta", id: text.start.id, delta }];
}

const passing: ReadonlySet<Part["type"]> = new Set(["ping", "raw", "response-metadata", "source", "file"]);
const cutEnds = new Set(["length", "content-filter", "error"]);
/** Says that the model is at work although nothing can be shown. */
const alive: Part[] = [{ type: "ping" }];
