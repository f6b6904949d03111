import { z } from "zod";
import { chatOptionsSchema } from "@/lib/protocol/chat-request";
import { idSchema } from "@/lib/protocol/ids";
import { mostTasks } from "@/lib/protocol/limits";
import { editedTaskSchema } from "@/lib/features/plans/shape";
import { listVariables, maxPromptCharacters, maxPromptVariables } from "@/lib/protocol/prompt-text";
import { workflowValuesSchema } from "./workflow-values";

/** Of one person. */
export const maxWorkflows = 50;
export const maxWorkflowNameCharacters = 80;
/** How many of its runs a workflow names; their conversations stay. */
export const keptRuns = 10;

/** Of a day. */
export const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "use a time such as 07:30");

/** When it is asked by itself, in its time zone; `day` 0 is Sunday. */
export const scheduleSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("hours"), every: z.int().min(1).max(720) }),
  z.strictObject({ kind: z.literal("daily"), at: timeSchema }),
  z.strictObject({ kind: z.literal("weekly"), day: z.int().min(0).max(6), at: timeSchema }),
]);
export type Schedule = z.output<typeof scheduleSchema>;

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const timezoneSchema = z.string().max(64).refine(isTimezone, "use a time zone such as Europe/Berlin");

const fields = {
  name: z.string().trim().min(1).max(maxWorkflowNameCharacters),
  /** What is asked; `{{name}}` in it and in the steps stands for a value. */
  question: z
    .string()
    .trim()
    .min(1)
    .max(maxPromptCharacters)
    .refine((text) => listVariables(text).length <= maxPromptVariables, "it has too many variables"),
  /** Without steps it is asked as any question. */
  steps: z.array(editedTaskSchema).max(mostTasks),
  /** The answer of its plan is a report with contents. */
  isReport: z.boolean(),
  /** How it is answered; what is left out is as the site has it. */
  answer: chatOptionsSchema.pick({ style: true, model: true, agent: true, mode: true }),
  /** What its variables stand for where nobody is asked for them. */
  values: workflowValuesSchema,
  schedule: scheduleSchema.nullable(),
  timezone: timezoneSchema,
  language: z.string().max(35),
  isPaused: z.boolean(),
  /** Each answer is compared with the one before it. */
  isWatch: z.boolean(),
  /** The agent may use it as a tool in the person's other conversations. */
  isTool: z.boolean(),
};

/** With its own name and question. */
export const ownWorkflowSchema = z.strictObject({
  ...fields,
  steps: fields.steps.default([]),
  isReport: fields.isReport.default(false),
  answer: fields.answer.default({}),
  values: fields.values.default({}),
  schedule: fields.schedule.default(null),
  timezone: fields.timezone.default("UTC"),
  language: fields.language.default("en"),
  isPaused: fields.isPaused.default(false),
  isWatch: fields.isWatch.default(false),
  isTool: fields.isTool.default(false),
  /** The answer that it begins with, whose question and title it has where it gives none. */
  from: z.strictObject({ conversationId: idSchema, messageId: idSchema }).optional(),
});
export const newWorkflowSchema = ownWorkflowSchema
  .partial({ name: true, question: true })
  .refine(({ from, name }) => from !== undefined || name !== undefined, {
    ...{ path: ["name"], message: "give a name" },
  })
  .refine(({ from, question }) => from !== undefined || question !== undefined, {
    ...{ path: ["question"], message: "say what is asked" },
  });
/** What `POST /api/workflows` takes. */
export type AskedWorkflow = z.output<typeof newWorkflowSchema>;
export type NewWorkflowBody = z.input<typeof newWorkflowSchema>;
export type NewWorkflow = z.output<typeof ownWorkflowSchema> & Partial<Pick<WorkflowRecord, "foreign">>;

/** `seen`: the conversation of the newest answer whose changes the person has looked at. */
export const patchWorkflowSchema = z
  .strictObject({ ...fields, seen: idSchema })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "say what to change");
export type WorkflowPatch = z.output<typeof patchWorkflowSchema>;

export const runWorkflowSchema = z.strictObject({ values: workflowValuesSchema.default({}) });

/** `messageId`: of the answer; `null` for the conversation's first one. */
const workflowRunSchema = z.object({
  conversationId: z.string(),
  messageId: z.string().nullable(),
  at: z.number(),
  isScheduled: z.boolean(),
});
export type WorkflowRun = z.output<typeof workflowRunSchema>;

export const workflowRecordSchema = z.object({
  ...fields,
  isTool: fields.isTool.default(false),
  /** Texts that its question and values came with and its person did not enter, word for word. */
  foreign: z.array(z.string()).default([]),
  createdAt: z.number(),
  /** When it is asked next by itself; milliseconds since 1970. */
  nextAt: z.number().nullable(),
  /** The newest first. */
  runs: z.array(workflowRunSchema),
  /** Why it could not be asked the last time that its time had come, as the code of the error. */
  problem: z.object({ code: z.string(), at: z.number() }).nullable(),
  seen: z.string().nullable(),
  /** What came of comparing its two newest answers, by their conversations; `null` before that was done. */
  compared: z
    .object({ before: z.string(), after: z.string(), isOther: z.boolean() })
    .nullable()
    .default(null),
});
export type WorkflowRecord = z.output<typeof workflowRecordSchema>;
export type Workflow = WorkflowRecord & { id: string };

/**
 * `hasChanged`: the newest answer of a watch differs from the one before, and nobody has looked yet. `cut`:
 * why the newest answer is not whole, as its money was used up or for what its conversation says.
 */
export type ListedWorkflow = Workflow & { hasChanged: boolean; cut: "budget" | "other" | null };
export type WorkflowsReply = { workflows: ListedWorkflow[] };
/** Where the answer comes to stand. */
export type WorkflowRunReply = { conversationId: string };

/** `POST /api/workflows/import`, and what `GET /api/workflows/{id}/export` gives. */
const { isTool: _isTool, ...fileFields } = fields;
export const workflowFileSchema = z.strictObject({
  format: z.literal("sextant-workflow"),
  version: z.literal(1),
  workflow: z.strictObject({
    ...fileFields,
    answer: fields.answer.omit({ agent: true }),
    isPaused: fields.isPaused.optional(),
  }),
});
export type WorkflowFile = z.output<typeof workflowFileSchema>;

/** `changed` has both texts, `added` only the newer one, `removed` only the older one. */
export type SentenceChange =
  | { kind: "changed"; before: string; after: string }
  | { kind: "added"; after: string }
  | { kind: "removed"; before: string };
/** A cited page: its text is another one now, or only one of the answers cites it. */
export type PageChange = { kind: "changed" | "added" | "removed"; url: string; title: string };

export type AnswerDifference = {
  before: WorkflowRun;
  after: WorkflowRun;
  sentences: SentenceChange[];
  /** How many sentences stand in both. */
  same: number;
  pages: PageChange[];
};
/** `difference` is `null` while there are not two answers. */
export type DifferenceReply = { difference: AnswerDifference | null };
