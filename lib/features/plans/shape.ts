import { z } from "zod";
import { idSchema } from "@/lib/protocol/ids";
import { mostTasks } from "@/lib/protocol/limits";

/** `partial`: it ended early, with a part of what was wanted. */
export const planTaskStatuses = [
  ...(["pending", "blocked", "running"] as const),
  ...(["completed", "partial", "failed", "skipped"] as const),
] as const;
export type PlanTaskStatus = (typeof planTaskStatuses)[number];

/** How often what is left of one plan is planned anew at most. */
export const mostReplans = 3;
/** How often a task is tried before what is left is planned anew. */
export const mostAttempts = 3;

/**
 * `one`: a single helper. `committee`: three answers, of which a judge takes one. `bids`: helpers say how
 * sure they are and what it would cost, and the cheapest of those that are sure enough does it.
 */
export const stepPatterns = ["one", "committee", "bids"] as const;

const taskIdSchema = z.string().regex(/^s\d{1,3}$/, "use s1, s2, …");

/** What a task is, as it is planned and as a person may change it before it begins. */
const fields = {
  id: taskIdSchema,
  title: z.string().trim().min(1).max(120),
  /** What is to be done. `{s1.result}` stands for the result of that task. */
  instruction: z.string().trim().min(1).max(4_000),
  /** What it should give; empty where that goes without saying. */
  expected: z.string().trim().max(500),
  /** The tool that it prefers; it may use others. */
  tool: z.string().max(64).nullable(),
  /** Who does it; `null` for the agent that answers, or before any bid. */
  agent: z.object({ id: idSchema, name: z.string().max(60) }).nullable(),
  /** The tasks whose results it needs. */
  dependsOn: z.array(taskIdSchema).max(mostTasks),
  /** Critical: when it fails, the rest is planned again at once. */
  isCritical: z.boolean(),
  pattern: z.enum(stepPatterns),
};

/** Why a task has no result or only a part of one; `expected` comes with what is missing. */
export const stepCauses = [
  "time",
  "money",
  "inputs",
  "expected",
  "late",
  "lateUnknown",
  "undone",
  "empty",
  "failed",
] as const;

export const planTaskSchema = z.object({
  ...fields,
  status: z.enum(planTaskStatuses),
  /** How often it was begun. */
  attempts: z.number().int(),
  /** Where its newest attempt stands: a conversation of its own that only its plan leads to. */
  conversationId: z.string().exactOptional(),
  costMicroUsd: z.number(),
  /** Milliseconds since 1970. */
  startedAt: z.number().exactOptional(),
  endedAt: z.number().exactOptional(),
  /** Until when its newest attempt must be done; does not count while it waits for the person. */
  dueAt: z.number().exactOptional(),
  /**
   * An attempt was not done in time, so that it was given once more. What that attempt did, or may have done,
   * that changes something: it is not done again.
   */
  late: z.object({ done: z.array(z.object({ tool: z.string(), text: z.string() })) }).exactOptional(),
  /** The beginning of its result. */
  summary: z.string().exactOptional(),
  /** Why its newest attempt failed, for models. */
  problem: z.string().exactOptional(),
  /** The same for the person; tasks of earlier versions have none. */
  causes: z
    .array(z.object({ cause: z.enum(stepCauses), detail: z.string().exactOptional() }))
    .readonly()
    .exactOptional(),
  /** It failed as its money was used up: neither it nor another in its place is tried. */
  isUnpaid: z.boolean().exactOptional(),
  /** It failed, and other tasks were planned in its place. */
  isReplaced: z.boolean().exactOptional(),
  /** It failed, and nothing was planned in its place. */
  isGivenUp: z.boolean().exactOptional(),
  /** Its result may hold private words: of documents, of memory, of tools from outside. */
  isPrivate: z.boolean().exactOptional(),
  /** It read what strangers wrote. */
  isStrange: z.boolean().exactOptional(),
  /** It waits for the person, in its own conversation. */
  isAsking: z.boolean().exactOptional(),
});
export type PlanTask = z.output<typeof planTaskSchema>;
export type TaskCauses = NonNullable<PlanTask["causes"]>;

/** What was changed in a plan by code, or went otherwise than planned; the interface has the words. */
export const planNoteKinds = [
  "cycle",
  "unknown",
  "merged",
  "cut",
  "replanned",
  "stuck",
  "skipped",
  "late",
  "said",
  "unbegun",
] as const;

export const planSchema = z.object({
  /** Counts the changes of its tasks, not of their states. */
  version: z.number().int(),
  goal: z.string(),
  /** It waits for the person's word, is being followed, or is over. */
  state: z.enum(["proposed", "running", "ended"]),
  /** Its answer is a report with contents. */
  isReport: z.boolean(),
  steps: z.array(planTaskSchema),
  replans: z.number().int(),
  /** Until when the person may decide on a plan that waits; milliseconds since 1970. */
  dueAt: z.number().exactOptional(),
  /** The newest change from another process, and why it was refused. */
  lastEdit: z.object({ id: z.string(), problem: z.string().nullable() }).exactOptional(),
  /** Ids of the person's words to the running reply that it was looked at for. */
  heeded: z.array(z.string()).exactOptional(),
  /** What it may come to; 0 where no price is known. */
  estimateMicroUsd: z.number(),
  notes: z.array(z.object({ kind: z.enum(planNoteKinds), steps: z.array(z.string()) })),
});
/** Part `data-plan`, and the reply of `GET /api/runs/{id}/plan`. */
export type Plan = z.output<typeof planSchema>;
export type PlanNote = Plan["notes"][number];

export const editedTaskSchema = z.strictObject(fields);

/**
 * `PATCH /api/runs/{id}/plan`: the tasks that have not begun, in their new order, at the version they were
 * read at; left out, they stay. `decision` is the person's word on a plan that waits. 409 `conflict` when the
 * plan has changed meanwhile or a task has begun, 400 with `fields` for tasks that make no plan.
 */
export const planEditSchema = z.strictObject({
  version: z.int().min(0),
  steps: z.array(editedTaskSchema).max(mostTasks).optional(),
  decision: z.enum(["approve", "cancel"]).optional(),
});
export type PlanEdit = z.output<typeof planEditSchema>;
export type EditedTask = z.output<typeof editedTaskSchema>;

/** What the person's word on a plan is kept under. */
export const toPlanAnswerId = (version: number): string => `plan-${version}`;

/** Whether a reply that thinks long is planned: where the small model sees the need, always, or never. */
export const planModes = ["auto", "always", "never"] as const;
export type PlanMode = (typeof planModes)[number];

/** Between the helpers of a plan, in the order of the parent's log. */
export const helperMessageKinds = ["task", "bid", "result", "status", "question", "finding"] as const;
/** Part `data-helper`. `from` and `to` name a task (`s1`) or `plan`; `to` may be `all`. */
export type HelperMessage = {
  kind: (typeof helperMessageKinds)[number];
  from: string;
  to: string;
  at: number;
  text: string;
};

/** Two results that do not agree, and how that was settled. Part `data-conflicts`. */
export type Conflict = {
  subject: string;
  sides: { step: string; quote: string }[];
  /** How far two numbers lie apart, as a share of the larger; absent for opposite claims. */
  difference?: number;
  settledBy: "sources" | "authority" | "vote" | "person" | "nobody";
  /** Which side prevails; `null` if both are reported. */
  winner: number | null;
};
export type ConflictsData = { conflicts: Conflict[] };
