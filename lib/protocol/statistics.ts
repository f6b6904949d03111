import { z } from "zod";

export const overviewQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(90).default(30) });

/** Milliseconds from histogram buckets: each is the upper edge of its bucket, `null` without a value. */
export type Percentiles = { p50: number | null; p90: number | null; p99: number | null };

/** What happened on one day (UTC, `YYYY-MM-DD`). Money is micro-dollars. */
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
  /** Runs in which another model of the chain had to serve. */
  fallbacks: number;
  /** Runs by the style they had. */
  styles: Record<string, { runs: number; toolCalls: number; durationMs: number; costMicroUsd: number }>;
  firstTokenMs: Percentiles;
  totalMs: Percentiles;
};

/** `GET /api/admin/overview`, oldest day first; days on which nothing happened are there with zeros. */
export type OverviewReply = { days: DayStatistics[] };
