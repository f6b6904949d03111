import type { DayStatistics } from "@/lib/features/statistics/shape";
import { z } from "zod";
import { runModes } from "@/lib/protocol/chat-request";
import type { UsualReply } from "@/lib/protocol/client-settings";
import { groupsSchema, type Groups } from "./count-groups";
import { mendsSchema, type Mend } from "./count-mends";
import { readMedian, readPercentiles } from "./histogram";
import type { Counts } from "./sum-counts";

const count = z.number().default(0).catch(0);
const tally = z.record(z.string(), z.number()).default({}).catch({});
const rows = <SHAPE extends z.ZodRawShape>(shape: SHAPE) =>
  z.record(z.string(), z.object(shape)).default({}).catch({});
/** Models and tools stand under keys that a store takes as names, with their own name beside. */
const dayCountsSchema = z.object({
  people: count,
  runs: count,
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  costMicroUsd: count,
  fallbacks: count,
  outcomes: tally,
  iterations: tally,
  unanswered: tally,
  apart: rows({ runs: count, failed: count, costMicroUsd: count }),
  models: rows({
    name: z.string(),
    runs: count,
    inputTokens: count,
    outputTokens: count,
    costMicroUsd: count,
  }),
  tools: rows({ name: z.string(), calls: count, failures: count, costMicroUsd: count, durationMs: count }),
  styles: rows({ runs: count, toolCalls: count, durationMs: count, costMicroUsd: count }),
  likes: rows({
    ...{ model: z.string(), mode: z.enum(runModes), plan: z.enum(["planned", "none"]) },
    ...{ free: count, totalMs: tally, costMicroUsd: tally },
  }),
  firstTokenMs: tally,
  totalMs: tally,
  groups: groupsSchema,
  mends: mendsSchema,
});

/** What is stored of a day or a part of it. What is missing or damaged counts as 0. */
export function parseCounts(stored: object): Counts {
  return dayCountsSchema.parse(stored);
}

/** A day as the page shows it, the costliest model and the most used tool first. */
export function toDayStatistics(day: string, counts: object): DayStatistics {
  const {
    models,
    tools,
    likes: _likes,
    groups: _groups,
    mends: _mends,
    firstTokenMs,
    totalMs,
    ...rest
  } = dayCountsSchema.parse(counts);
  return {
    day,
    ...rest,
    models: Object.values(models)
      .map(({ name, ...row }) => ({ model: name, ...row }))
      .sort((a, b) => b.costMicroUsd - a.costMicroUsd || b.runs - a.runs || compareNames(a.model, b.model)),
    tools: Object.values(tools)
      .map(({ name, ...row }) => ({ tool: name, ...row }))
      .sort((a, b) => b.calls - a.calls || compareNames(a.tool, b.tool)),
    firstTokenMs: readPercentiles(firstTokenMs),
    totalMs: readPercentiles(totalMs),
  };
}

/** By what they belong to. */
export function toGroups(counts: object): Groups {
  return dayCountsSchema.parse(counts).groups;
}

/** Failures of tools, and how they were mended. */
export function toMends(counts: object): Mend[] {
  return Object.values(dayCountsSchema.parse(counts).mends);
}

/** Fewer tell nothing of the next one. */
const leastReplies = 10;

/** Time and cost of the middle one of the replies that are alike, where enough came to their end. */
export function toUsualReplies(counts: object): UsualReply[] {
  const { likes } = dayCountsSchema.parse(counts);
  return Object.values(likes).flatMap(({ model, mode, plan, free, totalMs, costMicroUsd }) => {
    const ms = readMedian(totalMs);
    const microUsd = readMedian(costMicroUsd, free);
    const replies = Object.values(totalMs).reduce((sum, count) => sum + count, 0);
    if (replies < leastReplies || ms === null || microUsd === null) return [];
    return [{ model, mode, isPlanned: plan === "planned", ms, microUsd }];
  });
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
