import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { isThought, thoughtMetadata } from "@/lib/protocol/thought-metadata";
import { type PartRewriter, rewriteParts } from "./rewrite-parts";
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
      return { ...result, stream: rewriteParts(result.stream, writer) };
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
type Learn = (reader: Reader, hasAnswered: boolean) => void;
type Started = Extract<Part, { type: "text-start" }>;
type Ended = Extract<Part, { type: "text-end" }>;

type State = {
  reader: Reader;
  learn: Learn;
  given: Started | null;
  ended: Ended | null;
  open: { type: "text" | "reasoning"; id: string } | null;
  count: number;
  hasRead: boolean;
};

/** Writes a model's text anew, as text and reasoning. Whatever else it sends passes as it is. */
function createWriter(reader: Reader, learn: Learn): PartRewriter {
  const state: State = { reader, learn, given: null, ended: null, open: null, count: 0, hasRead: false };
  return { read: (part) => readPart(state, part), end: () => settle(state, true) };
}

const passing: ReadonlySet<Part["type"]> = new Set([
  ...["ping", "raw", "response-metadata", "stream-start", "source", "file"],
] as const);

function readPart(state: State, part: Part): Part[] {
  switch (part.type) {
    case "text-start": {
      const blanks = state.hasRead ? state.reader.blanks() : "";
      const settled = settle(state, false);
      if (blanks !== "") state.reader = createThoughtReader(false, blanks);
      [state.given, state.hasRead] = [part, true];
      return settled;
    }
    case "text-delta":
      state.hasRead = true;
      return state.reader.push(part.delta).flatMap((piece) => write(state, piece));
    case "text-end":
      state.ended = part;
      return [];
    case "finish":
      return [...settle(state, part.finishReason.unified !== "stop"), part];
    default:
      return passing.has(part.type) ? [part] : [...settle(state, true), part];
  }
}

/** The text is over, and with it what was held back. */
function settle(state: State, isCut: boolean): Part[] {
  if (!state.hasRead) return [];
  const parts = state.reader.end(isCut).flatMap((piece) => write(state, piece));
  const isText = state.open?.type === "text";
  state.learn(state.reader, isText);
  const { type: _type, id: _id, ...more } = state.ended ?? {};
  parts.push(...close(state, isText ? more : {}));
  Object.assign(state, { given: null, ended: null, reader: createThoughtReader(false), hasRead: false });
  return parts;
}

function write(state: State, piece: Piece): Part[] {
  if (piece.kind === "withdraw") return close(state, { providerMetadata: thoughtMetadata });
  const type = piece.kind === "text" ? "text" : "reasoning";
  const started = state.open?.type === type ? [] : [...close(state), start(state, type)];
  return [...started, { type: `${type}-delta`, id: state.open?.id ?? "", delta: piece.text }];
}

function start(state: State, type: "text" | "reasoning"): Part {
  const { id: given = "text", ...more } = state.given ?? {};
  const id = state.count === 0 && type === "text" ? given : `${given}-${type}-${state.count}`;
  state.open = { type, id };
  state.count += 1;
  return type === "text" ? { ...more, type: "text-start", id } : { type: "reasoning-start", id };
}

function close(state: State, metadata: object = {}): Part[] {
  if (state.open === null) return [];
  const part = { type: `${state.open.type}-end` as const, id: state.open.id, ...metadata };
  state.open = null;
  return [part];
}
