import { z } from "zod";
import { leastNightlyQuestions, maxAskedQuestions } from "./compared-settings";
import { idSchema } from "@/lib/protocol/ids";
import type { ExperimentState, Proportion, StopReason, Wins } from "./laboratory";
import { timeSchema, timezoneSchema } from "@/lib/features/workflows/shape/workflows";

/** So many nights are shown. */
export const keptNights = 14;

/** `PUT /api/admin/nightly`: which questions are asked each night, at what time, and for how much. */
export const nightlySchema = z.strictObject({
  isOn: z.boolean(),
  at: timeSchema,
  timezone: timezoneSchema,
  language: z.string().max(35).default("en"),
  questions: z.array(idSchema).min(leastNightlyQuestions).max(maxAskedQuestions),
  limitCents: z.number().min(0).max(100_000),
  isJudged: z.boolean().default(true),
});
export type Nightly = z.output<typeof nightlySchema>;

/** What a night can be worse in: what is expected of the answers, or what a model says of them. */
export const nightlyMeasures = ["passes", "judged"] as const;
export type NightlyMeasure = (typeof nightlyMeasures)[number];

/** What came of a night. In its pairs `live` is the night that it is compared with, `draft` itself. */
export type Night = {
  experimentId: string;
  at: number;
  state: ExperimentState;
  reason: StopReason | null;
  costMicroUsd: number;
  passed: Proportion;
  passes: Wins;
  judged: Wins;
  worse: NightlyMeasure[];
};

/** `problem`: why the last night could not begin. `nights`: the newest first. */
export type NightlyState = Nightly & {
  nextAt: number | null;
  problem: { code: string; at: number } | null;
  nights: Night[];
};
/** `GET /api/admin/nightly`; `null` where it was never turned on. */
export type NightlyReply = { nightly: NightlyState | null };
