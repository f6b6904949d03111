import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { isThought, thoughtMetadata } from "@/lib/protocol/thought-metadata";
import { createThoughtReader, type Piece } from "./thought-reader";

type Part = LanguageModelV4StreamPart;

/**
 * Makes reasoning of the thoughts that a model writes into its text. A text that turns out to be thought
 * after it was given ends with `thoughtMetadata`; the model is then known to leave out where thoughts begin.
 */
export function createThoughtMiddleware(): LanguageModelMiddleware {
  let startsAsThought = false;
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => withThoughts(params),
    wrapStream: async ({ doStream }) => {
      const result = await doStream();
      const first = createThoughtReader(startsAsThought);
      const writer = createWriter(first, (reader, hasAnswered) => {
        if (reader.hasLoneEnd()) startsAsThought = true;
        else if (reader === first && hasAnswered) startsAsThought = false;
      });
      return { ...result, stream: rewrite(result.stream, writer) };
    },
    wrapGenerate: async ({ doGenerate }) => {
      const result = await doGenerate();
      const isCut = result.finishReason.unified !== "stop";
      return { ...result, content: result.content.flatMap((part) => readContent(part, isCut)) };
    },
  };
}

/** What the SDK kept as text of an earlier step is sent as the thought that it was. */
function withThoughts(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const hasThoughts = params.prompt.some(
    ({ role, content }) => role === "assistant" && content.some((part) => isThought(part.providerOptions)),
  );
  return hasThoughts ? { ...params, prompt: params.prompt.map(withThought) } : params;
}

function withThought(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== "assistant") return message;
  const content = message.content.map((part) =>
    part.type === "text" && isThought(part.providerOptions)
      ? { type: "reasoning" as const, text: part.text }
      : part,
  );
  return { ...message, content };
}

function readContent(part: LanguageModelV4Content, isCut: boolean): LanguageModelV4Content[] {
  if (part.type !== "text") return [part];
  const reader = createThoughtReader(false);
  const content: LanguageModelV4Content[] = [];
  for (const piece of [...reader.push(part.text), ...reader.end(isCut)]) {
    const last = content.at(-1);
    if (piece.kind === "withdraw") {
      if (last?.type === "text") content[content.length - 1] = { type: "reasoning", text: last.text };
      continue;
    }
    const type = piece.kind === "text" ? "text" : "reasoning";
    if (last?.type === type) last.text += piece.text;
    else content.push({ ...(type === "text" && part), type, text: piece.text });
  }
  return content;
}

type Reader = ReturnType<typeof createThoughtReader>;
type Writer = { read: (part: Part) => Part[]; end: () => Part[] };
type Learn = (reader: Reader, hasAnswered: boolean) => void;

/** Writes a model's text anew, as text and reasoning. Whatever else it sends passes as it is. */
function createWriter(first: Reader, learn: Learn): Writer {
  let reader = first;
  let given: Extract<Part, { type: "text-start" }> | null = null;
  let ended: Extract<Part, { type: "text-end" }> | null = null;
  let open: { type: "text" | "reasoning"; id: string } | null = null;
  let count = 0;
  let hasRead = false;

  function close(metadata: object = {}): Part[] {
    if (open === null) return [];
    const part = { type: `${open.type}-end` as const, id: open.id, ...metadata };
    open = null;
    return [part];
  }

  function write(piece: Piece): Part[] {
    if (piece.kind === "withdraw") return close({ providerMetadata: thoughtMetadata });
    const type = piece.kind === "text" ? "text" : "reasoning";
    const parts: Part[] = [];
    if (open?.type !== type) {
      parts.push(...close());
      const { id = "text", ...more } = given ?? {};
      open = { type, id: count === 0 && type === "text" ? id : `${id}-${type}-${count}` };
      count += 1;
      parts.push(
        type === "text"
          ? { ...more, type: "text-start", id: open.id }
          : { type: "reasoning-start", id: open.id },
      );
    }
    return [...parts, { type: `${type}-delta`, id: open?.id ?? "", delta: piece.text }];
  }

  /** The text is over, and with it what was held back. */
  function settle(isCut: boolean): Part[] {
    if (!hasRead) return [];
    const parts = reader.end(isCut).flatMap(write);
    const isText = open?.type === "text";
    learn(reader, isText);
    const { type: _type, id: _id, ...more } = ended ?? {};
    parts.push(...close(isText ? more : {}));
    [given, ended, reader, hasRead] = [null, null, createThoughtReader(false), false];
    return parts;
  }

  function read(part: Part): Part[] {
    switch (part.type) {
      case "text-start": {
        const settled = settle(false);
        given = part;
        hasRead = true;
        return settled;
      }
      case "text-delta":
        hasRead = true;
        return reader.push(part.delta).flatMap(write);
      case "text-end":
        ended = part;
        return [];
      case "finish":
        return [...settle(part.finishReason.unified !== "stop"), part];
      case "ping":
      case "raw":
      case "response-metadata":
      case "stream-start":
        return [part];
      default:
        return [...settle(true), part];
    }
  }

  return { read, end: () => settle(true) };
}

/** By hand, because a `TransformStream` costs more for each delta than all that is done here. */
function rewrite(stream: ReadableStream<Part>, writer: Writer): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        const parts = done ? writer.end() : writer.read(value);
        for (const part of parts) controller.enqueue(part);
        if (done) return controller.close();
        if (parts.length > 0) return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
