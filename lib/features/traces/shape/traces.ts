import { z } from "zod";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { runModes } from "@/lib/protocol/chat-request";
import { runQuerySchema } from "@/lib/protocol/run-record";
import { agentStyles } from "@/lib/protocol/settings-fields";

/** Raised when what older servers cannot read is written. */
export const traceVersion = 2;

const at = z.number();
const json = z.json().optional();

/** What the loop stood at when it decided on a call. `given`, `sent`: messages there were, and those sent. */
const standingSchema = z.object({
  spentMicroUsd: z.number(),
  elapsedMs: z.number(),
  price: z.object({ input: z.number(), output: z.number() }),
  given: z.number(),
  sent: z.number(),
});
export type TraceStanding = z.output<typeof standingSchema>;

const errorSchema = z.object({ code: z.string(), message: z.string() });

/**
 * One thing that happened in a run. A message, a list of tools and a system prompt are kept once, under
 * their digest, before the first call that names them.
 */
export const traceEntrySchema = z.discriminatedUnion("kind", [
  /** A worker begins: the first, or one that took the run over. */
  z.object({ kind: z.literal("begin"), version: z.number(), runId: z.string(), epoch: z.number(), at }),
  z.object({ kind: z.literal("message"), id: z.string(), role: z.string(), content: json }),
  z.object({ kind: z.literal("tools"), id: z.string(), tools: z.array(z.json()) }),
  /** The loop begins, once more where an answer is asked for again. */
  z.object({
    kind: z.literal("attempt"),
    at,
    chain: z.array(z.string()),
    options: z.object({
      activeTools: z.array(z.string()),
      firstStepTools: z.array(z.string()),
      requiredTools: z.array(z.string()),
      isCallRequired: z.boolean(),
      isAnswerDue: z.boolean().optional(),
      temperature: z.number(),
      seed: z.number().nullable(),
      reasoningVisible: z.boolean(),
      limits: z.object({
        iterations: z.number(),
        timeLimitMs: z.number(),
        budgetMicroUsd: z.number(),
        modelOutputTokens: z.number(),
        price: z.object({ input: z.number(), output: z.number() }),
      }),
      before: z.object({ callsMade: z.number(), traces: z.array(z.json()) }),
    }),
    /** What may be sent, in tokens, and what was taken from elsewhere. */
    context: z.object({
      budget: z.json(),
      messages: z.number(),
      isShortened: z.boolean(),
      hasSummary: z.boolean(),
      files: z.array(z.string()),
      recalled: z.number(),
    }),
    memories: z.array(z.object({ id: z.string(), text: z.string() })),
    /** Numbers of the sources that could be cited. */
    sources: z.array(z.number()),
  }),
  /** A call of the model. `messages` by digest; the first `kept` are those of the call before. */
  z.object({
    kind: z.literal("call"),
    at,
    model: z.string(),
    messages: z.array(z.string()),
    kept: z.number(),
    tools: z.string().nullable(),
    toolChoice: z.string(),
    maxOutputTokens: z.number().nullable(),
    standing: standingSchema.nullable(),
    answer: z.array(z.looseObject({ type: z.string() })),
    firstMs: z.number().nullable(),
    totalMs: z.number(),
    finishReason: z.string().nullable(),
    error: errorSchema.nullable(),
  }),
  /** A question to a model beside the loop, with one structured answer: `null` where none could be used. */
  z.object({
    kind: z.literal("question"),
    at,
    purpose: z.string(),
    model: z.string(),
    instructions: z.string(),
    prompt: z.string(),
    answer: json,
    totalMs: z.number(),
    costMicroUsd: z.number(),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  }),
  /** What a call came to, as the run's record counts it. */
  z.object({
    kind: z.literal("step"),
    at,
    step: z.looseObject({
      number: z.number(),
      model: z.string(),
      finishReason: z.string(),
      costMicroUsd: z.number(),
      durationMs: z.number(),
      usage: z.looseObject({
        inputTokens: z.number(),
        outputTokens: z.number(),
        cachedInputTokens: z.number(),
      }),
    }),
  }),
  /** Whether a call needs the person, and why. */
  z.object({
    kind: z.literal("consent"),
    at,
    tool: z.string(),
    input: json,
    judged: z.string(),
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("tool"),
    at,
    callId: z.string(),
    tool: z.string(),
    input: json,
    output: json,
    status: z.string(),
    attempts: z.number(),
    durationMs: z.number(),
    costMicroUsd: z.number(),
    sources: z.array(z.number()),
  }),
  /** The person's words for the running reply. */
  z.object({ kind: z.literal("steer"), at, id: z.string(), text: z.string() }),
  /** An event of the reply that the loop did not make. */
  z.object({ kind: z.literal("event"), at, chunk: z.looseObject({ type: z.string() }) }),
  z.object({
    kind: z.literal("attempt-end"),
    at,
    forced: z.string().nullable(),
    finishReason: z.string().nullable(),
    standing: standingSchema.nullable(),
    error: errorSchema.nullable(),
  }),
  /** A model that failed, a wait that a vendor asked for, a state of the run. */
  z.object({ kind: z.literal("note"), at, name: z.string(), data: json }),
  /** The trace has got too long: so many entries are missing here. */
  z.object({ kind: z.literal("dropped"), entries: z.number() }),
]);
export type TraceEntry = z.output<typeof traceEntrySchema>;
export type TraceEntryOf<KIND extends TraceEntry["kind"]> = Extract<TraceEntry, { kind: KIND }>;

/**
 * What is wrong with a trace: nothing of its end (`cut`), of the time before a crash (`recovered`) or of what
 * was too much (`dropped`) is there, an entry is of no known kind (`unreadable`), or the run has not ended.
 */
export const traceFaults = ["cut", "recovered", "dropped", "unreadable", "unfinished"] as const;
export type TraceFault = (typeof traceFaults)[number];

/** `GET /api/runs/{id}/trace`. `isWordless`: for others than the run's owner, without anybody's words. */
export type TraceReply = {
  runId: string;
  version: number;
  isWordless: boolean;
  faults: TraceFault[];
  entries: TraceEntry[];
};

/** `format=case`: as a file that a test can replay, for the run's owner. */
export const traceQuerySchema = runQuerySchema.extend({ format: z.enum(["json", "case"]).default("json") });
/** A recorded run as a case of a test: what is replayed, and the message that must come of it. */
export type RunCase = Pick<TraceReply, "runId" | "version" | "faults" | "entries"> & { message: ChatMessage };

/** `at` counts from 1: a part of the message, or a call of the model that chose other tools. */
export type ReplayDifference = {
  what: "part" | "choice";
  at: number;
  recorded: string | null;
  replayed: string | null;
};
/** `POST /api/runs/{id}/replay`. `isEqual`: but for ids and times. */
export type ReplayReply = {
  isEqual: boolean;
  calls: number;
  differences: ReplayDifference[];
  faults: TraceFault[];
};
/**
 * `POST /api/runs/{id}/replay`. Empty: all of it from the record. With anything in it the run branches: what
 * is recorded up to call `from` (from 1), then the model itself, which costs what it costs. `liveTools`:
 * tools that change nothing are called, too, where no result of the same call is recorded.
 */
export const replayRequestSchema = z.strictObject({
  from: z.int().min(1).max(1_000).optional(),
  model: z.string().min(1).max(200).optional(),
  settings: z
    .strictObject({ style: z.enum(agentStyles).optional(), mode: z.enum(runModes).optional() })
    .optional(),
  liveTools: z.boolean().optional(),
});
export type ReplayRequest = z.output<typeof replayRequestSchema>;
/** The answer of a branch: the run that was made. */
export type BranchReply = { runId: string };
