import {
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  TypeValidationError,
} from "@ai-sdk/provider";
import { isRecord } from "@/lib/protocol/json";
import { isErrorReport } from "./mend-chat-answer";
import { finishWords } from "./vendor-wordings";

type Part = LanguageModelV4StreamPart;
type FinishPart = Extract<Part, { type: "finish" }>;
export type PartReader = Pick<ReadableStreamDefaultReader<Part>, "read" | "cancel">;

/**
 * Names of tools that the vendor ran itself, how many pieces of the answer could not be read, and how many
 * calls were more than an answer may make.
 */
export type LeftOut = { vendorTools: string[]; refused: number; calls: number };

/** No answer needs as many; a model that writes on and on makes thousands. */
const mostCalls = 100;
/**
 * Of text, thoughts, sources and inputs of tools in one call, in UTF-16 units: twice what any model can
 * write. What is longer would be held, saved and read again whole.
 */
const mostCharacters = 1_000_000;
/** Pictures that one answer may hold. */
const mostFiles = 16;

/**
 * A vendor's stream as the loop may take it. What the vendor's own tools did is not ours and is left out, as
 * is a piece that its package could not read. Words or calls and a clean end are a whole answer, whatever
 * the end is called; a broken connection, an error that is told, and a limit stay what they are. `onLeftOut`
 * hears of it once, at the end.
 */
export function createPartReader(
  reader: PartReader,
  onLeftOut: (left: LeftOut) => void = () => undefined,
): PartReader {
  const seen: SeenParts = {
    hasText: false,
    hasCall: false,
    isBroken: false,
    isOver: false,
    left: mostCharacters,
    open: new Map(),
    streamed: new Set(),
    files: 0,
    refusals: [],
    vendorCalls: new Map(),
    calls: new Set(),
    furtherCalls: new Set(),
  };
  let ahead: Part[] = [];
  /** As if the model's own limit had ended it. */
  const cutOff = (): Part[] => {
    void reader.cancel("too long").catch(() => undefined);
    seen.isOver = true;
    return [...seen.open.values(), { ...untoldEnd, finishReason: { unified: "length", raw: undefined } }];
  };
  return {
    async read() {
      for (;;) {
        const next = ahead.shift();
        if (next !== undefined) return { done: false, value: next };
        if (seen.left < 0 && !seen.isOver) {
          ahead = cutOff();
          continue;
        }
        if (seen.left < 0) return { done: true, value: undefined };
        const { done, value = untoldEnd } = await reader.read();
        if (done && (seen.isOver || seen.isBroken)) return { done, value: undefined };
        const part = take(seen, value);
        if (value.type === "finish") tell(seen, onLeftOut);
        if (part?.type === "finish") ahead = [...toExplanation(seen, part), part];
        else if (part !== null) return { done: false, value: shorten(seen, part) };
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

function tell({ refusals, vendorCalls, furtherCalls }: SeenParts, onLeftOut: (left: LeftOut) => void): void {
  const vendorTools = [...new Set(vendorCalls.values())];
  const [refused, calls] = [refusals.length, furtherCalls.size];
  if (vendorTools.length + refused + calls > 0) onLeftOut({ vendorTools, refused, calls });
}

/** Packages leave the end out where it was not sent and a piece before it could not be read. */
const untoldEnd: FinishPart = {
  type: "finish",
  finishReason: { unified: "interrupted", raw: undefined },
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
};

type SeenParts = {
  hasText: boolean;
  hasCall: boolean;
  /** An error was told. */
  isBroken: boolean;
  /** The end was told. */
  isOver: boolean;
  /** How many more characters may come; below zero once some were left out. */
  left: number;
  /** What ends each text and thought that has begun. */
  open: Map<string, Part>;
  /** Ids of the calls whose input came in pieces, and was counted with them. */
  streamed: Set<string>;
  files: number;
  refusals: unknown[];
  /** Names by id. */
  vendorCalls: Map<string, string>;
  /** Ids of our tools' calls, and of those that are too many. */
  calls: Set<string>;
  furtherCalls: Set<string>;
};

function take(seen: SeenParts, part: Part): Part | null {
  switch (part.type) {
    case "error":
      return takeError(seen, part.error);
    case "text-delta":
      seen.hasText ||= part.delta.trim() !== "";
      return part;
    case "tool-input-start":
      if (part.providerExecuted === true) return leaveOut(seen, part.id, part.toolName);
      return mayCall(seen, part.id) ? part : null;
    case "tool-input-delta":
    case "tool-input-end":
      return seen.vendorCalls.has(part.id) || seen.furtherCalls.has(part.id) ? null : part;
    case "tool-call":
      if (part.providerExecuted === true) return leaveOut(seen, part.toolCallId, part.toolName);
      seen.hasCall = true;
      return mayCall(seen, part.toolCallId) ? part : null;
    // Only a vendor's own tools have these in a vendor's stream.
    case "tool-result":
      return leaveOut(seen, part.toolCallId, part.toolName);
    case "tool-approval-request":
      return null;
    case "finish":
      return takeFinish(seen, part);
    default:
      return part;
  }
}

/** Counts what the model says, and leaves out what is too much. */
function shorten(seen: SeenParts, part: Part): Part {
  switch (part.type) {
    case "text-start":
      seen.open.set(part.id, { type: "text-end", id: part.id });
      return part;
    case "reasoning-start":
      seen.open.set(part.id, { type: "reasoning-end", id: part.id });
      return part;
    case "text-end":
    case "reasoning-end":
      seen.open.delete(part.id);
      return part;
    case "tool-input-delta":
      seen.streamed.add(part.id);
      return cut(seen, part);
    case "text-delta":
    case "reasoning-delta":
      return cut(seen, part);
    case "source":
      seen.left -= (part.title ?? "").length + (part.sourceType === "url" ? part.url.length : 0);
      return seen.left < 0 ? { type: "ping" } : part;
    case "file":
      return (seen.files += 1) > mostFiles ? { type: "ping" } : part;
    case "tool-call":
      if (seen.streamed.has(part.toolCallId)) return part;
      seen.left -= part.input.length;
      return seen.left < 0 ? { type: "ping" } : part;
    default:
      return part;
  }
}

function cut<PART extends { delta: string }>(seen: SeenParts, part: PART): PART {
  const room = seen.left;
  seen.left -= part.delta.length;
  return seen.left < 0 ? { ...part, delta: part.delta.slice(0, room).toWellFormed() } : part;
}

function mayCall({ calls, furtherCalls }: SeenParts, id: string): boolean {
  const isFurther = !calls.has(id) && calls.size >= mostCalls;
  (isFurther ? furtherCalls : calls).add(id);
  return !isFurther;
}

function leaveOut({ vendorCalls }: SeenParts, id: string, name: string): null {
  vendorCalls.set(id, name);
  return null;
}

function takeError(seen: SeenParts, error: unknown): Part | null {
  // The end is told without a reason, which `finish` says as well.
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) return null;
  if (!JSONParseError.isInstance(error) && !TypeValidationError.isInstance(error)) {
    seen.isBroken = true;
    return { type: "error", error };
  }
  if (TypeValidationError.isInstance(error) && isRecord(error.value) && isErrorReport(error.value)) {
    seen.isBroken = true;
    const { error: reported } = error.value;
    return { type: "error", error: Array.isArray(reported) ? reported[0] : error.value };
  }
  seen.refusals.push(error);
  return null;
}

/** Where nothing could be read, what could not be read is why. */
function takeFinish(seen: SeenParts, part: FinishPart): Part {
  const { refusals, isBroken, hasText, hasCall } = seen;
  const reason = withMeaning(part.finishReason);
  seen.isOver = true;
  const isNothing = !hasText && !hasCall && hasNoMeaning(reason);
  if (isNothing && refusals.length > 0 && !isBroken) return { type: "error", error: refusals[0] };
  return { ...part, finishReason: toFinishReason(seen, reason) };
}

/** Why the vendor refused, in its own words, where the model has said nothing. */
function toExplanation({ hasText }: SeenParts, { finishReason, providerMetadata = {} }: FinishPart): Part[] {
  if (hasText || finishReason.unified !== "content-filter") return [];
  const words = Object.values(providerMetadata).flatMap(({ stopDetails, promptFeedback, finishMessage }) => [
    isRecord(stopDetails) ? stopDetails.explanation : undefined,
    isRecord(promptFeedback) ? promptFeedback.blockReasonMessage : undefined,
    finishMessage,
  ]);
  const delta = words.find((each) => typeof each === "string" && each.trim() !== "");
  if (typeof delta !== "string") return [];
  const id = "explanation";
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta },
    { type: "text-end", id },
  ];
}

function toFinishReason(
  { hasText, hasCall, isBroken }: SeenParts,
  reason: LanguageModelV4FinishReason,
): LanguageModelV4FinishReason {
  if (isBroken || !hasNoMeaning(reason)) return reason;
  if (hasCall) return { ...reason, unified: "tool-calls" };
  return hasText ? { ...reason, unified: "stop" } : reason;
}

/** No reason, or one that nobody knows; one of failure in the vendor's own words is a failure. */
function hasNoMeaning({ unified, raw }: LanguageModelV4FinishReason): boolean {
  if (unified === "error") return raw === undefined;
  return unified === "other" || unified === "interrupted";
}

/** What the reason says where the package does not know it: another vendor's, on a gateway. */
function withMeaning(reason: LanguageModelV4FinishReason): LanguageModelV4FinishReason {
  const { unified, raw = "" } = reason;
  const found = unified === "other" ? finishWords.find(({ words }) => words.test(raw)) : undefined;
  return found === undefined ? reason : { ...reason, unified: found.unified };
}
