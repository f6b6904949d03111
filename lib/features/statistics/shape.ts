import { z } from "zod";
import type { RunOrigin } from "@/lib/protocol/run-record";

export const mostDays = 90;
const dayMs = 86_400_000;
const day = z.iso.date().optional();

/** `GET /api/admin/overview`: the last days (UTC) or hours, or `from` a day `to` another. */
export const overviewQuerySchema = z
  .object({
    days: z.coerce.number().int().min(1).max(mostDays).default(30),
    hours: z.coerce.number().int().min(1).max(24).optional(),
    from: day,
    to: day,
  })
  .superRefine(({ from, to }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if ((from === undefined) !== (to === undefined))
      refuse(from === undefined ? "from" : "to", "name both days");
    else if (from !== undefined && to !== undefined) {
      const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
      if (count < 1) refuse("to", "not before the first day");
      else if (count > mostDays) refuse("to", `at most ${mostDays} days`);
    }
  });
export type OverviewQuery = z.output<typeof overviewQuerySchema>;

/** Milliseconds from histogram buckets: each is the upper edge of its bucket, `null` without a value. */
export type Percentiles = { p50: number | null; p90: number | null; p99: number | null };

/** What happened on one day (UTC, `YYYY-MM-DD`), or in one hour (`YYYY-MM-DDTHH`). Money is micro-dollars. */
export type DayStatistics = {
  day: string;
  /** People who sent a message that day. */
  people: number;
  runs: number;
  inputTokens: number;
  /** Those of the input tokens that the vendor had in its cache. */
  cachedInputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  outcomes: Record<string, number>;
  models: { model: string; runs: number; inputTokens: number; outputTokens: number; costMicroUsd: number }[];
  tools: { tool: string; calls: number; failures: number; costMicroUsd: number; durationMs: number }[];
  /** Runs by their number of model calls. */
  iterations: Record<string, number>;
  /** Small questions that got no usable answer, by what they were for. */
  unanswered: Record<string, number>;
  /** What no person asked, by who did; it is in none of the other numbers. */
  apart: Partial<Record<RunOrigin, { runs: number; failed: number; costMicroUsd: number }>>;
  /** Runs in which another model of the chain had to serve. */
  fallbacks: number;
  /** Runs by the style they had. */
  styles: Record<string, { runs: number; toolCalls: number; durationMs: number; costMicroUsd: number }>;
  firstTokenMs: Percentiles;
  totalMs: Percentiles;
};

/** What replies, steps of plans (`helper`) and calls are told apart by; `site` is all replies together. */
export const groupKinds = ["site", "model", "agent", "person", "style", "helper", "tool", "engine"] as const;
export type GroupKind = (typeof groupKinds)[number];

/**
 * Replies of one model, agent or style, steps that one helper did, or calls of one tool or engine. `name` is
 * empty for the built-in agent. Shares go from 0 to 1; of steps and calls only the first numbers are counted.
 * Of people `id` says who it is.
 */
export type GroupRow = {
  kind: GroupKind;
  name: string;
  id?: string;
  count: number;
  succeeded: number;
  /** For a fault, not because the person stopped it. */
  failed: number;
  /** That took at most 30 seconds. */
  fast: number;
  p50: number | null;
  p95: number | null;
  costMicroUsd: number;
  rounds: number;
  inputTokens: number;
  cachedInputTokens: number;
  /** How full the largest call of a reply was, on average; `null` where it is not known. */
  context: number | null;
  /** Replies that used what is remembered of the person. */
  remembering: number;
  /** Cited sentences by their mark. */
  marks: Record<string, number>;
  up: number;
  down: number;
};

/**
 * Oldest day first; days on which nothing happened are there with zeros. `groups` are of all days together.
 */
export type Period = {
  days: DayStatistics[];
  groups: GroupRow[];
  /** Who asked, as far as people are told apart. */
  people: number;
};
/** `GET /api/admin/overview`. `before`: the same time before that, without people. */
export type OverviewReply = Period & { before: Period };
