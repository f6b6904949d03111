import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { AppError } from "@/lib/errors";
import {
  triedMessageSchema,
  type PlaygroundCall,
  type TriedMessage,
} from "@/lib/features/traces/shape/playground";
import type { TraceEntry, TraceEntryOf } from "@/lib/features/traces/shape/traces";
import { collectKept } from "./replay-run";

export type RecordedCall = {
  entry: TraceEntryOf<"call">;
  step: TraceEntryOf<"step">["step"] | null;
  temperature: number | null;
  messages: TriedMessage[];
  tools: LanguageModelV4FunctionTool[];
};

/** One of the recorded calls, from 1. Throws `not_found`. */
export function findRecordedCall(entries: readonly TraceEntry[], number: number): RecordedCall {
  const places = entries.flatMap(({ kind }, index) => (kind === "call" ? [index] : []));
  const [at, next] = [places[number - 1], places[number]];
  const entry = at === undefined ? undefined : entries[at];
  if (at === undefined || entry?.kind !== "call")
    throw new AppError("not_found", `This run has ${places.length} recorded calls of a model.`);
  const kept = collectKept(entries);
  const step = entries.slice(at, next).find(({ kind }) => kind === "step");
  const attempt = entries.slice(0, at).findLast(({ kind }) => kind === "attempt");
  const tools = entry.tools === null ? [] : (kept.tools.get(entry.tools)?.tools ?? []);
  return {
    entry,
    step: step?.kind === "step" ? step.step : null,
    temperature: attempt?.kind === "attempt" ? attempt.options.temperature : null,
    messages: entry.messages.flatMap((id) => toTriedMessage(kept.messages.get(id))),
    tools: tools as unknown as LanguageModelV4FunctionTool[],
  };
}

/** Without what is sealed for one model alone, and without permissions. */
function toTriedMessage(message: TraceEntryOf<"message"> | undefined): TriedMessage[] {
  if (message === undefined) return [];
  const { role, content } = message;
  const held = Array.isArray(content) ? content.flatMap(toTriedPart) : content;
  const { data } = triedMessageSchema.safeParse({ role, content: held });
  return data === undefined ? [] : [data];
}

type Part = { type?: unknown } & Record<string, unknown>;

function toTriedPart(value: unknown): object[] {
  const { type, toolCallId, toolName, ...part } = value as Part;
  if (type === "text") return [{ type, text: part["text"] }];
  if (type === "file") return [{ type: "text", text: "[file]" }];
  if (type === "tool-call") {
    const { input = null, providerOptions } = part;
    return [{ type, toolCallId, toolName, input, ...(providerOptions !== undefined && { providerOptions }) }];
  }
  return type === "tool-result" ? [{ type, toolCallId, toolName, output: toOutput(part["output"]) }] : [];
}

/** What models are sent of a result in many parts is kept as its JSON. */
function toOutput(output: unknown): object {
  const { type, value } = output as { type: string; value?: unknown };
  const isPlain = ["text", "error-text", "json", "error-json"].includes(type);
  return isPlain ? { type, value } : { type: "json", value: value ?? null };
}

/** What a model answered as one text: its words, and each call of a tool in a line. */
export function toAnswerText(parts: readonly { type: string }[]): string {
  return parts
    .map((part) => toAnswerDelta(part))
    .join("")
    .trim();
}

export function toAnswerDelta(part: { type: string }): string {
  const { type, delta, toolName, input } = part as Part;
  if (type === "text-delta") return String(delta);
  return type === "tool-call" ? `\n${String(toolName)} ${String(input)}\n` : "";
}

export function toPlaygroundCall(recorded: RecordedCall, call: number): PlaygroundCall {
  const { entry, step, temperature, messages, tools } = recorded;
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = step?.usage ?? {};
  return {
    call,
    messages,
    tools: tools.map(({ name }) => name),
    answer: toAnswerText(entry.answer),
    made: {
      model: entry.model,
      temperature,
      tokens: { input: inputTokens, output: outputTokens, cached: cachedInputTokens },
      costMicroUsd: step?.costMicroUsd ?? 0,
      ...{ firstMs: entry.firstMs, totalMs: entry.totalMs },
      finishReason: entry.finishReason ?? entry.error?.code ?? "cut",
    },
  };
}
