import { z } from "zod";
import { branchPathSchema } from "@/lib/data/branches";
import type { Agent } from "@/lib/features/agents/shape/agents";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { TaskOf } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";

/**
 * Whose words a piece of a task is: of the plan, or of a text made of strangers' words, of private
 * ones, or of both. `pasted`: of a plan, as earlier versions said it.
 */
export const taskOrigins = ["planned", "pasted", "result", "model", "tool"] as const;

/** The task of a plan that a run does. Its question's text parts are the instruction and what it needs. */
export const taskSchema = z.object({
  /** The reply whose plan it is of, as far as consent needs to read what was said before it. */
  ...{ conversationId: z.string(), runId: z.string(), questionId: z.string(), seq: z.number().int() },
  path: branchPathSchema,
  summarisedSeq: z.number().int(),
  hasFiles: z.boolean(),
  /** The folder that its conversation is in. */
  folder: z.string().nullable().default(null),
  /** What the agent that answers is asked by its administrator; empty without. */
  agentInstructions: z.string().default(""),
  /** Whether it is given what is remembered of the person. */
  isRemembering: z.boolean().default(false),
  /** The tools of the reply, of which a helper's are a part; `null` in one of an earlier version. */
  tools: z
    .array(z.custom<ToolName>((name) => typeof name === "string"))
    .nullable()
    .default(null),
  /** What the person said while the plan was followed, before it began. */
  said: z.array(z.string()).default([]),
  /** The conversation whose sources it numbers and keeps. */
  sourcesOf: z.string(),
  /** Where it is counted what its calls tell; empty for one that was begun before there were any. */
  ledgers: z.array(z.string()).default([]),
  ...{ step: z.string(), attempt: z.number().int() },
  /** What its result must hold; empty where that goes without saying. */
  expected: z.string(),
  /** The helpers and workflows that wait for it, each asked by the one before; empty for the task itself. */
  askedBy: z.array(z.string()).default([]),
  /** The workflows that it is a part of. */
  within: z.array(z.string()).default([]),
  /** Of each text part of its question. */
  origins: z.array(z.enum(taskOrigins)),
});
export type Task = z.output<typeof taskSchema>;

/** So many helpers and workflows down, each asked by the one before it. */
const mostAsked = 2;

/** Whether it is a task of a plan, or near enough to one, that may have others work for it. */
export function mayAskHelpers(task: Task | null): task is Task {
  return task !== null && task.askedBy.length < mostAsked;
}

/** Whether workflows may be run for it: also for a reply to a person. */
export function mayRunWorkflows(task: Task | null): boolean {
  return task === null || mayAskHelpers(task);
}

/** The workflows that a run is a part of. */
export function listWithin({ task, options }: { task: Task | null; options: ChatOptions }): string[] {
  if (task !== null) return task.within;
  return options.workflow === undefined ? [] : [options.workflow.id];
}

/**
 * Whose sources a run numbers and keeps, and where it is counted what its calls tell: with its conversation,
 * and with the workflow whose question it answers.
 */
export function toPlaces(
  conversationId: string,
  { task, options }: { task: Task | null; options: ChatOptions },
) {
  if (task !== null) return { sourcesOf: task.sourcesOf, ledgers: listLedgers(task) };
  const { workflow } = options;
  const own = `conversations/${conversationId}`;
  return {
    sourcesOf: conversationId,
    ledgers: workflow === undefined ? [own] : [own, `workflows/${workflow.id}`],
  };
}

function listLedgers({ ledgers, conversationId }: Task): string[] {
  return ledgers.length > 0 ? ledgers : [`conversations/${conversationId}`];
}

/** One attempt at a task of a plan. */
export type TaskStart = {
  userId: string;
  /** Made for this attempt alone; the same one again joins it. */
  conversationId: string;
  /** What it is called where runs are listed. */
  title: string;
  /** What is to be done, then a text for each thing that it needs. */
  texts: string[];
  options: ChatOptions;
  /** The helper that does it; `null` for the agent that answers. */
  agent: Agent | null;
  settings: AgentSettings;
  chain: string[];
  task: Task;
  grantedMicroUsd: number;
  isTemporary: boolean;
};

export function toTaskOf({ conversationId, runId, step, attempt }: Task): TaskOf {
  return { conversationId, runId, step, attempt };
}
