import { z } from "zod";
import { outcomes, type EndReason, type Outcome } from "./chat-message";
import { idSchema } from "./ids";
import type { PlanTask } from "@/lib/features/plans/shape";
import { runOrigins, type RunOrigin, type RunRecord } from "./run-record";
import type { TraceFault } from "@/lib/features/traces/shape/traces";

const name = z.string().trim().min(1).max(200).optional();
const amount = z.coerce.number().min(0).optional();

/** Who asked: people, or what asks by itself. */
const askers = ["person", ...runOrigins, "all"] as const;
/** The agent that has no name. */
export const builtInAgent = "built_in";

/**
 * Which runs are listed. Times in milliseconds since 1970, `minCost` in micro-dollars, `minSeconds` of the
 * whole run. `person`: whose runs, for those who may see them. `cause`: one of `RunSummary.causes`, or the
 * tool in one.
 */
export const runsQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  person: idSchema.optional(),
  conversation: idSchema.optional(),
  status: z.enum(outcomes).optional(),
  tool: name,
  model: name,
  agent: name,
  since: amount,
  until: amount,
  minCost: amount,
  minSeconds: amount,
  rating: z.enum(["up", "down"]).optional(),
  cause: name,
  origin: z.enum(askers).optional(),
});
export type RunsQuery = z.output<typeof runsQuerySchema>;

/** `GET /api/admin/runs/recorded`: without an `origin` what people asked, as the site's figures count it. */
export const siteRunsQuerySchema = runsQuerySchema.extend({ origin: z.enum(askers).default("person") });

/** `GET /api/runs`. `text`: stands in its conversation's title or in its question; of one's own alone. */
export const ownRunsQuerySchema = runsQuerySchema.extend({ text: name });
export type OwnRunsQuery = z.output<typeof ownRunsQuerySchema>;

/** A run in a list: no words of anybody. */
export type RunSummary = {
  id: string;
  conversationId: string;
  userMessageId: string;
  startedAt: number;
  durationMs: number | null;
  outcome: Outcome | null;
  reason: EndReason | null;
  model: string;
  mode: string;
  agent: string | null;
  steps: number;
  tools: string[];
  costMicroUsd: number;
  rating: "up" | "down" | null;
  /** The run whose plan it did a step of. */
  stepOf: string | null;
  /** Which step, such as `s1`. */
  step: string | null;
  /** The run that it is another go at. */
  branchOf: string | null;
  /** The conversation that the plan of a step belongs to. */
  planIn: string | null;
  /** `null` where a person asked. */
  origin: RunOrigin | null;
  /** Why it did not end as it should (`model_unavailable`), and how tools failed (`read_page:timeout`). */
  causes: string[];
};
/** `cursor` is `null` when nothing follows; a page may be short, or empty, and still lead on. */
export type RunsReply = { runs: ListedRun[]; cursor: string | null };
/** `title`: of its conversation, for its owner. */
export type ListedRun = RunSummary & { title?: string };

/** A run in the list over all people. */
export type SiteRun = RunSummary & { person: { id: string; name: string } };
/** `GET /api/admin/runs/recorded`. */
export type SiteRunsReply = { runs: SiteRun[]; cursor: string | null };

export function toRunSummary(record: RunRecord): RunSummary {
  const { id, conversationId, userMessageId, startedAt, endedAt, outcome, reason, ...rest } = record;
  const { model, mode, steps, costMicroUsd } = rest;
  return {
    ...{ id, conversationId, userMessageId, startedAt, outcome, reason, model, mode, costMicroUsd },
    durationMs: endedAt === null ? null : endedAt - startedAt,
    agent: record.agent?.name ?? null,
    steps: steps.length,
    tools: [...new Set(steps.flatMap(({ toolCalls }) => toolCalls.map(({ tool }) => tool)))],
    rating: record.rating?.value ?? null,
    stepOf: record.stepOf?.runId ?? null,
    step: record.stepOf?.step ?? null,
    branchOf: record.branchOf?.runId ?? null,
    planIn: record.stepOf?.conversationId ?? null,
    origin: record.origin ?? null,
    causes: toCauses(record),
  };
}

/** A reason stands first: it ended the run. */
function toCauses({ outcome, reason, steps }: RunRecord): string[] {
  const calls = steps.flatMap(({ toolCalls }) => toolCalls);
  const failed = calls.filter(({ status }) => status !== "success");
  const isFault = reason !== null && outcome !== "completed" && outcome !== "stopped";
  return [
    ...new Set([...(isFault ? [reason] : []), ...failed.map(({ tool, status }) => `${tool}:${status}`)]),
  ];
}

/**
 * A row of a run's page. `entry`: the place in the trace that it opens to. `at` counts from the run's
 * beginning. `detail` is a name: of a model, a tool, an outcome.
 */
export type TraceRow = {
  entry: number;
  kind: "context" | "call" | "question" | "tool" | "consent" | "steer" | "note" | "taken_over";
  detail: string;
  at: number;
  ms: number | null;
  firstMs: number | null;
  /** How it ended: a finish reason, a tool's status, a judgement, a code. */
  state: string | null;
  costMicroUsd: number;
  tokens: { input: number; output: number; cached: number } | null;
  /** The one that took over, in a note of that. */
  model?: string;
};

/** A run that did a step of a plan, and those that it asked for in turn. `step`: such as `s1`. */
export type RunTree = { run: RunSummary; step: string; steps: RunTree[] };

/**
 * A step of a run's plan as it went. `title`: for its owner, else empty. `at` counts
 * from the run's beginning, `ms` to the end of its last attempt. `isCritical`: on the path that decided how
 * long the plan took.
 */
export type RanTask = Pick<PlanTask, "id" | "title" | "status"> & {
  needs: string[];
  at: number | null;
  ms: number | null;
  isCritical: boolean;
  isCommittee: boolean;
};

/** What the page of a run shows before a row is opened. `steps`: runs that did the steps of its plan. */
export type RunOverview = {
  run: RunSummary;
  rows: TraceRow[];
  faults: TraceFault[];
  /** Whether anything is kept of what happened. */
  isTraced: boolean;
  steps: RunTree[];
  plan: RanTask[];
  messageId: string;
  /** Whether those who help may read its words. */
  isShared: boolean;
};
