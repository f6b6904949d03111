import { z } from "zod";
import type { AnsweringAgent } from "@/lib/features/agents/shape/agents";
import type { Evaluation, SubQuestion } from "./answer-checks";
import type { EndReason, Outcome, RunUsage } from "./chat-message";
import type { SearchFocus } from "./chat-request";
import { idSchema } from "./ids";
import { maxRatingCharacters, ratingReasons, type Rating } from "@/lib/features/ratings/shape";
import type { AgentSettings } from "./settings";
import type { ToolFailureKind } from "./tool-results";

/** One call of the model. Times are milliseconds since 1970, or durations where the name says `Ms`. */
export type StepRecord = {
  number: number;
  model: string;
  startedAt: number;
  firstTokenMs: number | null;
  durationMs: number;
  finishReason: string;
  /** The last step, made without tools because a limit was reached. */
  forced: boolean;
  /** What was sent, `tool` for a certain one; absent in records of earlier versions, as is `temperature`. */
  toolChoice?: "auto" | "required" | "tool" | "none" | undefined;
  /** `null` where the model takes none. */
  temperature?: number | null | undefined;
  /** `null` where the model takes none; absent where none is set. */
  seed?: number | null | undefined;
  usage: RunUsage;
  costMicroUsd: number;
  toolCalls: ToolCallRecord[];
};
export type ToolCallRecord = {
  id: string;
  tool: string;
  input: unknown;
  status: "success" | ToolFailureKind;
  summary: string;
  durationMs: number;
  costMicroUsd: number;
  /** Estimated, of what the model read of it; absent in records of earlier versions. */
  tokens?: number | undefined;
  /** Search engines that were asked, and whether they served. */
  engines?: { name: string; isServing: boolean }[] | undefined;
};

/** `person`: whose run it is, for administrators; else one's own. */
export const runQuerySchema = z.object({ person: idSchema.optional() });

/** `PUT /api/conversations/{id}/messages/{messageId}/rating`; kept with the answer and with its run. */
export const ratingSchema: z.ZodType<Rating> = z.strictObject({
  value: z.enum(["up", "down"]),
  reasons: z.array(z.enum(ratingReasons)).max(ratingReasons.length).exactOptional(),
  text: z.string().trim().max(maxRatingCharacters).exactOptional(),
});

/** `GET /api/admin/ratings`; with `format=jsonl` all that match, as a file. */
export const ratingsQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  value: z.enum(["up", "down"]).optional(),
  format: z.enum(["json", "jsonl"]).default("json"),
});

/** What a reply was told to keep to. An agent's words are the site's own: here is only whose they are. */
export type GivenInstructions =
  | { kind: "person"; name: null; text: string }
  | { kind: "folder"; name: string; text: string }
  | { kind: "agent"; name: string; text: null };

/** The run's record as `GET /api/runs/{id}` gives it. */
export type RunRecord = {
  id: string;
  conversationId: string;
  userMessageId: string;
  messageId: string;
  status: "running" | "ended";
  outcome: Outcome | null;
  reason: EndReason | null;
  style: string;
  mode: string;
  model: string;
  /** Absent where the whole web could be searched. */
  focus?: SearchFocus;
  /** Absent where the built-in one answered. */
  agent?: AnsweringAgent;
  /** As they held for this run: with what its agent decides itself. */
  settings: AgentSettings;
  steps: StepRecord[];
  usage: RunUsage;
  costMicroUsd: number;
  costByTool: Record<string, number>;
  startedAt: number;
  firstTokenAt: number | null;
  endedAt: number | null;
  evaluation?: Evaluation | undefined;
  subQuestions?: SubQuestion[] | undefined;
  /** Those that were in force. Absent where none were, and for administrators. */
  instructions?: GivenInstructions[] | undefined;
  /** Of its answer, by the person. */
  rating?: Rating | undefined;
  /** Who asked, where no person did. */
  origin?: RunOrigin | undefined;
  /** It did one task of another run's plan, in a conversation of its own. */
  stepOf?: TaskOf | undefined;
  /** Another run made again from its call `step`, with other choices: no answer of the conversation. */
  branchOf?: BranchOf | undefined;
};
/** The laboratory's comparison of settings, and questions that are asked at their times. */
export const runOrigins = ["trial", "schedule"] as const;
export type RunOrigin = (typeof runOrigins)[number];

export type BranchOf = { runId: string; step: number };

/** What it did, how long it took and what it cost, without anybody's words. */
export function toWordless(record: RunRecord): RunRecord {
  const { focus: _focus, evaluation, subQuestions: _questions, rating, ...rest } = record;
  return {
    ...rest,
    instructions: undefined,
    ...(evaluation && { evaluation: { ...evaluation, missing: [] } }),
    ...(rating && { rating: { value: rating.value } }),
    steps: record.steps.map((step) => ({
      ...step,
      toolCalls: step.toolCalls.map((call) => ({ ...call, input: null, summary: "" })),
    })),
  };
}

/** `step`: such as `s1`; `attempt` from 1. */
export type TaskOf = { conversationId: string; runId: string; step: string; attempt: number };
