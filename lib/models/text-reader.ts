import type { LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { parseJson } from "@/lib/protocol/json";
import { thoughtMetadata } from "@/lib/protocol/thought-metadata";
import { unreadableEnd } from "@/lib/protocol/unreadable-end";
import { type PartRewriter, rewriteParts } from "./rewrite-parts";
import { toTextTools } from "./text-tools/action-shapes";
import { type CallEnd, type CallPiece, type CallReader, createCallReader } from "./text-tools/call-reader";
import { createThoughtReader, splitThoughts, type ThoughtPiece } from "./thought-reader";

type Part = LanguageModelV4StreamPart;

/**
 * Makes reasoning of the thoughts that a model writes into its text, and calls of the calls. A text that
 * turns out to be thought after it was given ends with `thoughtMetadata`.
 */
export function createTextMiddleware(): LanguageModelMiddleware {
  const openReader = createTextReading();
  return {
    specificationVersion: "v4",
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      const tools = toTextTools(params.tools);
      const openCalls = tools.length === 0 ? null : () => createCallReader(tools);
      return { ...result, stream: rewriteParts(result.stream, openReader(openCalls)) };
    },
    wrapGenerate: async ({ doGenerate }) => {
      const result = await doGenerate();
      const isCut = result.finishReason.unified !== "stop";
      return { ...result, content: result.content.flatMap((part) => readContent(part, isCut)) };
    },
  };
}

export function readContent(part: LanguageModelV4Content, isCut: boolean): LanguageModelV4Content[] {
  if (part.type !== "text") return [part];
  const { text, thought } = splitThoughts(part.text, isCut);
  const reasoning = thought === "" ? [] : [{ type: "reasoning" as const, text: thought }];
  return [...reasoning, ...(text === "" ? [] : [{ ...part, text }])];
}

/**
 * The readers of one model's answers, which remember whether it leaves out where its thoughts begin. Each
 * reader of calls is for one text, or for a whole output where actions were asked for; `null`: no calls.
 */
export function createTextReading() {
  let startsAsThought = false;
  return (openCalls: (() => CallReader) | null): PartRewriter =>
    createReader(startsAsThought, openCalls, ({ thoughts, isFirst, isAnswering }) => {
      if (thoughts.hasLoneEnd()) startsAsThought = true;
      else if (isFirst && isAnswering) startsAsThought = false;
    });
}

type Thoughts = ReturnType<typeof createThoughtReader>;
type TextState = {
  thoughts: Thoughts;
  calls: CallReader | null;
  openCalls: (() => CallReader) | null;
  learn: (state: TextState) => void;
  isFirst: boolean;
  given: Extract<Part, { type: "text-start" }> | null;
  ended: Extract<Part, { type: "text-end" }> | null;
  open: { type: "text" | "reasoning"; id: string } | null;
  count: number;
  hasRead: boolean;
  /** Whether what the model wrote last was no thought. */
  isAnswering: boolean;
  hasThought: boolean;
  /** The calls that came in fields of their own. */
  native: Set<string>;
  end: CallEnd["kind"];
};

/** Writes a model's text anew, as text, reasoning and calls. Whatever else it sends passes as it is. */
function createReader(
  startsAsThought: boolean,
  openCalls: TextState["openCalls"],
  learn: TextState["learn"],
): PartRewriter {
  const state: TextState = {
    thoughts: createThoughtReader(startsAsThought, () => state.hasThought),
    ...{ openCalls, learn, isFirst: true, calls: null, given: null, ended: null, open: null },
    ...{ count: 0, hasRead: false, isAnswering: false, hasThought: false, native: new Set(), end: "answer" },
  };
  return {
    read: (part) => readPart(state, part),
    end: () => [...settleText(state, true), ...settleCalls(state, true)],
  };
}

const passing: ReadonlySet<Part["type"]> = new Set([
  ...["ping", "raw", "response-metadata", "stream-start", "source", "file"],
] as const);
const cutEnds = new Set(["length", "content-filter", "error"]);
/** Says that the model is at work although nothing can be shown. */
const alive: Part[] = [{ type: "ping" }];

function readPart(state: TextState, part: Part): Part[] {
  switch (part.type) {
    case "text-start": {
      const settled = settleText(state, false);
      const isOver = state.calls !== null && !state.calls.isAsked;
      settled.push(...(isOver ? settleCalls(state, false) : closeText(state)));
      [state.given, state.hasRead] = [part, true];
      return settled;
    }
    case "text-delta": {
      state.hasRead = true;
      const parts = state.thoughts.push(part.delta).flatMap((piece) => writePiece(state, piece));
      return parts.length === 0 ? alive : parts;
    }
    case "text-end":
      state.ended = part;
      return [];
    case "finish": {
      const { unified } = part.finishReason;
      const settled = [...settleText(state, unified !== "stop"), ...settleCalls(state, cutEnds.has(unified))];
      state.openCalls = null;
      return [...settled, { ...part, finishReason: toFinishReason(state.end, part.finishReason) }];
    }
    default: {
      state.hasThought ||= part.type === "reasoning-delta";
      if (part.type === "tool-call") state.native.add(toKey(part.toolName, parseJson(part.input)));
      if (passing.has(part.type)) return [part];
      return [...settleText(state, true), ...closeText(state), part];
    }
  }
}

/** The tool loop executes calls only with this reason. */
function toFinishReason(
  end: CallEnd["kind"],
  reason: Extract<Part, { type: "finish" }>["finishReason"],
): typeof reason {
  if (end === "calls") return { ...reason, unified: "tool-calls" };
  return end === "answer" ? reason : { ...reason, raw: unreadableEnd };
}

/** The text is over, and with it what was held back of thoughts. */
function settleText(state: TextState, isCut: boolean): Part[] {
  if (!state.hasRead) return [];
  const parts = state.thoughts.end(isCut).flatMap((piece) => writePiece(state, piece));
  state.learn(state);
  // Blanks by themselves stand before the next text.
  const lead = isCut ? "" : state.thoughts.blanks();
  const thoughts = createThoughtReader(false, () => state.hasThought, lead);
  Object.assign(state, { thoughts, isFirst: false, hasRead: false, isAnswering: false });
  return parts;
}

/** What was held back is read where the model ended it itself. */
function settleCalls(state: TextState, isCut: boolean): Part[] {
  const { hasThought, openCalls } = state;
  const calls = state.calls ?? openCalls?.() ?? null;
  const { kind, pieces }: CallEnd = calls?.end({ isCut, hasThought }) ?? { kind: "answer", pieces: [] };
  state.calls = null;
  if (state.end !== "calls") state.end = kind;
  return [...pieces.flatMap((piece) => writeRead(state, piece)), ...closeText(state)];
}

/** As it was ended by the model. */
function closeText(state: TextState): Part[] {
  const { type: _type, id: _id, ...more } = state.ended ?? {};
  const parts = close(state, state.open?.type === "text" ? more : {});
  Object.assign(state, { given: null, ended: null });
  return parts;
}

function writePiece(state: TextState, piece: ThoughtPiece): Part[] {
  state.isAnswering = piece.kind === "text";
  if (piece.kind === "withdraw") {
    const withdrawn = close(state, { providerMetadata: thoughtMetadata });
    return [...withdrawn, ...write(state, "reasoning", state.calls?.withdraw() ?? "")];
  }
  state.hasThought ||= piece.kind === "thought";
  if (piece.kind === "text" && state.openCalls !== null) {
    state.calls ??= state.openCalls();
    return state.calls.push(piece.text).flatMap((each) => writeRead(state, each));
  }
  return writeRead(state, piece);
}

function writeRead(state: TextState, piece: CallPiece): Part[] {
  if (piece.kind !== "call") return write(state, piece.kind === "text" ? "text" : "reasoning", piece.text);
  // Some servers leave in the text what they have read from it.
  if (state.native.has(toKey(piece.call.tool, piece.call.input))) return [];
  const id = `call_${crypto.randomUUID()}`;
  const [toolName, input] = [piece.call.tool, JSON.stringify(piece.call.input)];
  return [
    ...close(state),
    { type: "tool-input-start", id, toolName },
    { type: "tool-input-delta", id, delta: input },
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName, input },
  ];
}

const toKey = (tool: string, input: unknown): string => `${tool} ${JSON.stringify(input)}`;

function write(state: TextState, type: "text" | "reasoning", delta: string): Part[] {
  if (delta === "") return [];
  const started = state.open?.type === type ? [] : [...close(state), start(state, type)];
  return [...started, { type: `${type}-delta`, id: state.open?.id ?? "", delta }];
}

function start(state: TextState, type: "text" | "reasoning"): Part {
  const { id: given = "text", ...more } = state.given ?? {};
  const id = state.count === 0 && type === "text" ? given : `${given}-${type}-${state.count}`;
  state.open = { type, id };
  state.count += 1;
  return type === "text" ? { ...more, type: "text-start", id } : { type: "reasoning-start", id };
}

function close(state: TextState, metadata: object = {}): Part[] {
  if (state.open === null) return [];
  const part = { type: `${state.open.type}-end` as const, id: state.open.id, ...metadata };
  state.open = null;
  return [part];
}
