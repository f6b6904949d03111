import { z } from "zod";
import { answeringAgentSchema } from "@/lib/features/agents/shape/agents";
import { outcomes, type EndReason, type Outcome, type RunUsage } from "@/lib/protocol/chat-message";
import { searchFocusSchema } from "@/lib/protocol/chat-request";
import { ratingSchema, runOrigins } from "@/lib/protocol/run-record";
import type { RunRecord, TaskOf, StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { defaultSettings, type AgentSettings } from "@/lib/protocol/settings";
import type { DocumentData, Store } from "@/lib/store/store";
import { parseJson } from "@/lib/protocol/json";
import { deleteEach } from "@/lib/data/delete-each";
import { cutStrings, toFittingBody } from "@/lib/data/fit-body";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { toSettings } from "@/lib/data/settings-history";

export function createRunRecords(store: Store) {
  return {
    /** A run's document is written once, at its end; before that its lease holds what it began with. */
    async find(userId: string, runId: string): Promise<RunRecord | null> {
      const found = await store.find(paths.run(userId, runId));
      return found === null ? null : readRun(found.data);
    },

    /** Of a run that is no reply: those are saved with their message. */
    save: (userId: string, record: RunRecord): Promise<void> =>
      store.set(paths.run(userId, record.id), toRunData(record)),

    /** Deletes a page of the runs of a conversation at a time, until none is left. */
    deleteOfConversation: (userId: string, conversationId: string): Promise<void> =>
      deleteEach(
        store,
        paths.runs(userId),
        { field: "conversationId", op: "==", value: conversationId },
        {
          alsoOf: ({ id, data }) => [
            paths.sharedRun(userId, id),
            ...(readRun(data)?.rating === undefined ? [] : [paths.rating(id)]),
          ],
        },
      ),
  };
}
export type RunRecords = ReturnType<typeof createRunRecords>;

/** What is asked for by field, beside the whole record as one string; calls' overlong inputs are cut. */
export function toRunData(record: RunRecord): DocumentData {
  return toData({
    conversationId: record.conversationId,
    status: record.status,
    startedAt: record.startedAt,
    body: toRunBody(record),
  });
}

function toRunBody(record: RunRecord): string {
  return toFittingBody(record, reductions);
}

const reductions: readonly ((record: RunRecord) => RunRecord)[] = [
  ...[5_000, 500].map((kept) => (record: RunRecord) => ({
    ...record,
    steps: cutStrings(record.steps, kept),
  })),
  (record) => ({
    ...record,
    steps: record.steps.map((step) => ({
      ...step,
      toolCalls: step.toolCalls.map((call) => ({ ...call, input: null, summary: "" })),
    })),
  }),
  (record) => ({ ...record, steps: record.steps.slice(-50).map((step) => ({ ...step, toolCalls: [] })) }),
];

/** Gives `null` for a record that this version cannot read. */
export function readRun(data: DocumentData): RunRecord | null {
  return runRecordSchema.safeParse(parseJson(String(data["body"]))).data ?? null;
}

export const outcomeSchema: z.ZodType<Outcome> = z.enum(outcomes);

const endReasons = {
  iterations: true,
  budget: true,
  time: true,
  no_progress: true,
  output_limit: true,
  unreadable: true,
  filtered: true,
  stopped: true,
  crashed: true,
  empty: true,
  unsaved: true,
  model_key: true,
  model_quota: true,
  model_unavailable: true,
  model_rejected: true,
  model_overflow: true,
  internal: true,
} satisfies Record<EndReason, true>;
export const endReasonSchema = z.custom<EndReason>(
  (value) => typeof value === "string" && value in endReasons,
);

const usageSchema: z.ZodType<RunUsage> = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  cachedInputTokens: z.number(),
  cacheWriteTokens: z.number().exactOptional(),
  estimated: z.boolean().exactOptional(),
});

export const toolCallRecordSchema: z.ZodType<ToolCallRecord> = z.object({
  id: z.string(),
  tool: z.string(),
  input: z.unknown(),
  status: z.enum(["success", "error", "timeout", "denied", "invalid_input", "unavailable", "not_found"]),
  summary: z.string(),
  durationMs: z.number(),
  costMicroUsd: z.number(),
  tokens: z.number().optional(),
  engines: z.array(z.object({ name: z.string(), isServing: z.boolean() })).optional(),
});

export const stepRecordSchema: z.ZodType<StepRecord> = z.object({
  number: z.number(),
  model: z.string(),
  startedAt: z.number(),
  firstTokenMs: z.number().nullable(),
  durationMs: z.number(),
  finishReason: z.string(),
  forced: z.boolean(),
  toolChoice: z.enum(["auto", "required", "tool", "none"]).optional(),
  temperature: z.number().nullable().optional(),
  seed: z.number().nullable().optional(),
  usage: usageSchema,
  costMicroUsd: z.number(),
  toolCalls: z.array(toolCallRecordSchema),
});

const taskOfSchema: z.ZodType<TaskOf> = z.object({
  conversationId: z.string(),
  runId: z.string(),
  step: z.string(),
  attempt: z.number(),
});

/** Settings of an earlier version miss what came later: that is as built. */
const settingsSchema = z.unknown().transform((value, context): AgentSettings => {
  const settings = toSettings(value, defaultSettings);
  if (settings === null) context.addIssue("These settings cannot be read.");
  return settings ?? z.NEVER;
});

export const runRecordSchema: z.ZodType<RunRecord> = z.object({
  id: z.string(),
  conversationId: z.string(),
  userMessageId: z.string(),
  messageId: z.string(),
  status: z.enum(["running", "ended"]),
  outcome: outcomeSchema.nullable(),
  reason: endReasonSchema.nullable(),
  style: z.string(),
  mode: z.string(),
  model: z.string(),
  focus: searchFocusSchema.exactOptional(),
  agent: answeringAgentSchema.exactOptional(),
  settings: settingsSchema,
  steps: z.array(stepRecordSchema),
  usage: usageSchema,
  costMicroUsd: z.number(),
  costByTool: z.record(z.string(), z.number()),
  startedAt: z.number(),
  firstTokenAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  origin: z.enum(runOrigins).optional(),
  evaluation: z
    .object({
      answered: z.boolean(),
      supported: z.boolean(),
      missing: z.array(z.string()),
      confidence: z.number(),
    })
    .optional(),
  instructions: z
    .array(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("person"), name: z.null(), text: z.string() }),
        z.object({ kind: z.literal("folder"), name: z.string(), text: z.string() }),
        z.object({ kind: z.literal("agent"), name: z.string(), text: z.null() }),
      ]),
    )
    .optional(),
  subQuestions: z
    .array(z.object({ text: z.string(), reason: z.string(), needs: z.array(z.number()) }))
    .optional(),
  rating: ratingSchema.optional(),
  stepOf: taskOfSchema.optional(),
  branchOf: z.object({ runId: z.string(), step: z.number() }).optional(),
});
