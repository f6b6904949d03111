import { z } from "zod";
import { runModes } from "@/lib/protocol/chat-request";
import type { Problem } from "@/lib/protocol/problem";
import type { AnswerPiece } from "./run-comparison";
import { settingFields } from "@/lib/protocol/settings-fields";

/** No call that is tried has more messages, or more characters in them and in its tools' inputs. */
export const mostTriedMessages = 400;
export const mostTriedCharacters = 1_000_000;

const text = z.strictObject({ type: z.literal("text"), text: z.string() });
/** What some vendors want back with a call, sealed. */
const providerOptions = z.record(z.string(), z.record(z.string(), z.json())).optional();
const toolCall = z.strictObject({
  type: z.literal("tool-call"),
  toolCallId: z.string().max(500),
  toolName: z.string().max(200),
  input: z.json(),
  providerOptions,
});
const toolResult = z.strictObject({
  type: z.literal("tool-result"),
  toolCallId: z.string().max(500),
  toolName: z.string().max(200),
  output: z.union([
    z.strictObject({ type: z.enum(["text", "error-text"]), value: z.string() }),
    z.strictObject({ type: z.enum(["json", "error-json"]), value: z.json() }),
  ]),
});
/** A message of a prompt. No file and no address is among what a message may hold. */
export const triedMessageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({ role: z.literal("user"), content: z.array(text).min(1) }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.array(z.discriminatedUnion("type", [text, toolCall])).min(1),
  }),
  z.strictObject({ role: z.literal("tool"), content: z.array(toolResult).min(1) }),
]);
export type TriedMessage = z.output<typeof triedMessageSchema>;

const { min, max } = settingFields.temperature;
/**
 * `POST /api/runs/{id}/playground` and its `estimate`: one call of a model with these messages. `call`:
 * which of the run's recorded calls it is compared with, from 1. `tools`: those of its tools that are
 * offered, by their names; none is ever executed. What is left out is as it was; without a depth the answer
 * may be as long as the model lets it.
 */
export const playgroundRequestSchema = z.strictObject({
  call: z.int().min(1).max(1_000),
  messages: z
    .array(triedMessageSchema)
    .min(1)
    .max(mostTriedMessages)
    .refine(
      (messages) => JSON.stringify(messages).length <= mostTriedCharacters,
      `These are more than ${mostTriedCharacters} characters.`,
    ),
  tools: z.array(z.string().max(200)).max(500).optional(),
  model: z.string().min(1).max(200).optional(),
  temperature: z.number().min(min).max(max).optional(),
  mode: z.enum(runModes).optional(),
});
export type PlaygroundRequest = z.output<typeof playgroundRequestSchema>;

/** In tokens and micro-dollars; `mostMicroUsd` is set aside while the call is made. */
export type PlaygroundEstimate = {
  inputTokens: number;
  mostOutputTokens: number;
  mostMicroUsd: number;
};

/** What a call of a model came to. `temperature`: `null` where the model takes none, or nobody kept it. */
export type TriedCall = {
  model: string;
  temperature: number | null;
  tokens: { input: number; output: number; cached: number };
  costMicroUsd: number;
  firstMs: number | null;
  totalMs: number;
  finishReason: string;
};

/** A recorded call, as it can be edited. Files are not kept: a line stands for each. */
export type PlaygroundCall = {
  call: number;
  messages: TriedMessage[];
  tools: string[];
  answer: string;
  made: TriedCall;
};

/** A line of the streamed answer. `sides`: the recorded answer and this one, in pieces. */
export type PlaygroundEvent =
  | { type: "delta"; delta: string }
  | { type: "end"; made: TriedCall; sides: readonly [AnswerPiece[], AnswerPiece[]] }
  | { type: "error"; problem: Problem };
