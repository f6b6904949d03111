import { createHash } from "node:crypto";
import { createMissing, listMissing, workflowJob, type Workflows } from "./records";
import type { Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { AppError, isAppError, type ErrorCode } from "@/lib/errors";
import { onJob, type JobWork } from "@/lib/jobs/jobs";
import { checkTasks } from "@/lib/engine/planning/propose";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { EditedTask } from "@/lib/features/plans/shape";
import { findForeign } from "@/lib/protocol/message-text";
import { splitAtVariables } from "@/lib/protocol/prompt-text";
import type {
  AskedWorkflow,
  DifferenceReply,
  Workflow,
  WorkflowFile,
  WorkflowPatch,
  WorkflowRun,
  WorkflowsReply,
} from "@/lib/features/workflows/shape/workflows";
import type { WorkflowValues } from "@/lib/features/workflows/shape/workflow-values";
import { createOnce } from "./create-once";
import { findCut, findDifference, findTwoAnswered, type DifferenceDeps } from "./find-difference";

export type WorkflowDeps = DifferenceDeps &
  Pick<Ground, "inBackground" | "log" | "now" | "newId"> &
  Pick<ReturnType<Doors["runs"]>, "start"> & {
    workflows: Workflows;
    rename: (userId: string, conversationId: string, title: string) => Promise<void>;
    /** Whether the person may still use the site. */
    isAllowed: (userId: string) => Promise<boolean>;
  };

type StartedWorkflow = WorkflowRun & { reply: Promise<ChatMessage> };

/** Questions kept to be asked again, by hand or at their times. */
export function createWorkflowService(deps: WorkflowDeps) {
  const { workflows, newId, now } = deps;
  return {
    async list(userId: string): Promise<WorkflowsReply> {
      const kept = await workflows.list(userId);
      return {
        workflows: await Promise.all(
          kept.map(async (workflow) => ({
            ...workflow,
            hasChanged: await hasChanged(deps, userId, workflow),
            cut: await findCut(deps, userId, workflow),
          })),
        ),
      };
    },

    async create(userId: string, asked: AskedWorkflow): Promise<Workflow> {
      checkPlan(asked.steps);
      return createOnce(deps, userId, asked);
    },

    async change(userId: string, id: string, patch: WorkflowPatch): Promise<Workflow> {
      checkPlan(patch.steps ?? []);
      return workflows.change(userId, id, patch);
    },

    delete: workflows.delete,

    async export(userId: string, id: string): Promise<WorkflowFile> {
      return toFile(await getWorkflow(deps, userId, id));
    },

    /** It does nothing by itself until the person lets it. */
    async import(userId: string, { workflow }: WorkflowFile): Promise<Workflow> {
      checkPlan(workflow.steps);
      const more = { isPaused: true, isTool: false, foreign: listTexts(workflow) };
      return workflows.create(userId, newId(), { ...workflow, ...more });
    },

    async readDifference(userId: string, id: string): Promise<DifferenceReply> {
      const workflow = await getWorkflow(deps, userId, id);
      return { difference: await findDifference(deps, userId, workflow) };
    },

    /** Asks it now, in a conversation of its own. Throws as a question in the chat does. */
    async run(userId: string, id: string, values: WorkflowValues): Promise<WorkflowRun> {
      const workflow = await getWorkflow(deps, userId, id);
      const given = { ...workflow.values, ...values };
      const { reply, ...run } = await ask(deps, userId, workflow, {
        ...{ conversationId: newId(), values: given, isScheduled: false, at: now() },
      });
      await workflows.addRun(userId, id, run);
      deps.inBackground("workflow_not_answered", compareAfter(deps, userId, id, reply));
      return run;
    },

    /** Asks at its time. A crash on the way asks the very same question again, which joins the first. */
    job: createJob(deps),
  };
}
export type WorkflowService = Omit<ReturnType<typeof createWorkflowService>, "job">;

/** What passes by itself is waited for, without leaving the time out. */
const retryMs = 60_000;
const passing: readonly ErrorCode[] = ["too_many_runs", "overloaded", "store_unavailable"];

function createJob(deps: WorkflowDeps): JobWork {
  const { workflows, log, now } = deps;
  return onJob(workflowJob, async ({ userId, workflowId }) => {
    try {
      const workflow = await workflows.find(userId, workflowId);
      const dueAt = workflow?.nextAt ?? null;
      if (workflow === null || dueAt === null || dueAt > now()) return dueAt;
      const asking = await askAtItsTime(deps, userId, workflow, dueAt);
      if (asking === "later") return now() + retryMs;
      const nextAt = await workflows.settle(userId, workflowId, dueAt, asking);
      // Where no process stays, whoever waits for the job lets the answer be made.
      if ("run" in asking) await compareAfter(deps, userId, workflowId, asking.reply);
      return nextAt;
    } catch (error) {
      log.warn("workflow_not_asked", { error });
      return now() + retryMs;
    }
  });
}

async function askAtItsTime(
  deps: WorkflowDeps,
  userId: string,
  workflow: Workflow,
  dueAt: number,
): Promise<{ run: WorkflowRun; reply: Promise<unknown> } | { problem: string } | "later"> {
  if (!(await deps.isAllowed(userId))) return { problem: "forbidden" };
  try {
    const { reply, ...run } = await ask(deps, userId, workflow, {
      conversationId: toConversationId(workflow.id, dueAt),
      ...{ values: workflow.values, isScheduled: true, at: dueAt },
    });
    // A reply that could not be made says so in its conversation.
    return { run, reply: reply.catch((error: unknown) => deps.log.warn("workflow_not_answered", { error })) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return passing.includes(error.code) ? "later" : { problem: error.code };
  }
}

/** One for each time, so that no time is asked twice. */
function toConversationId(workflowId: string, dueAt: number): string {
  return createHash("sha256")
    .update(JSON.stringify([workflowId, dueAt]))
    .digest("hex")
    .slice(0, 32);
}

type RequestedRun = Omit<WorkflowRun, "messageId"> & { values: WorkflowValues };

async function ask(
  deps: Pick<WorkflowDeps, "start" | "rename">,
  userId: string,
  workflow: Workflow,
  { values, ...place }: RequestedRun,
): Promise<StartedWorkflow> {
  const missing = listMissing(workflow.question, values);
  if (missing.length > 0) throw createMissing(missing);
  const { conversationId } = place;
  const request = toRequest(workflow, conversationId, values);
  const { reply } = await deps.start(userId, request, place.isScheduled ? "schedule" : undefined);
  await deps.rename(userId, conversationId, workflow.name);
  return { ...place, messageId: null, reply };
}

function toRequest(
  { id, question, answer, timezone, language, foreign }: Workflow,
  conversationId: string,
  values: WorkflowValues,
): ChatRequest {
  const pieces = splitAtVariables(question).map(({ text, name }) =>
    name === undefined ? { text, isValue: false } : { text: values[name] ?? text, isValue: true },
  );
  const text = pieces.map((piece) => piece.text).join("");
  const pasted = findForeign(pieces, foreign);
  return {
    ...{ id: conversationId, trigger: "submit-message" },
    message: {
      ...{ id: `${conversationId}-q`, role: "user", parts: [{ type: "text", text }] },
      ...(pasted && { metadata: { pasted } }),
    },
    options: { ...answer, timezone, language, workflow: { id, values } },
  };
}

/** Once its reply is there: whoever looks at the list then waits for no comparison. */
async function compareAfter(
  deps: WorkflowDeps,
  userId: string,
  id: string,
  reply: Promise<unknown>,
): Promise<void> {
  await reply;
  const workflow = await deps.workflows.find(userId, id);
  if (workflow !== null) await hasChanged(deps, userId, workflow);
}

/** What was found is kept with the workflow. Two answers that could not be compared in time differ. */
async function hasChanged(deps: WorkflowDeps, userId: string, workflow: Workflow): Promise<boolean> {
  const { id, isWatch, runs, seen, compared } = workflow;
  if (!isWatch || runs.length < 2) return false;
  const answered = await findTwoAnswered(deps, userId, workflow);
  if (answered === null) return false;
  const [before, after] = answered.map(({ run }) => run.conversationId);
  if (before === undefined || after === undefined || after === seen) return false;
  if (compared?.before === before && compared.after === after) return compared.isOther;
  const isOther = await differs(deps, userId, workflow);
  await deps.workflows.noteCompared(userId, id, { before, after, isOther });
  return isOther;
}

async function differs(deps: WorkflowDeps, userId: string, workflow: Workflow): Promise<boolean> {
  try {
    const difference = await findDifference(deps, userId, workflow);
    return difference !== null && difference.sentences.length + difference.pages.length > 0;
  } catch (error) {
    deps.log.warn("answers_not_compared", { error });
    return true;
  }
}

/** The question between its variables, and their values. */
function listTexts({ question, values }: WorkflowFile["workflow"]): string[] {
  const between = splitAtVariables(question).flatMap(({ text, name }) => (name === undefined ? text : []));
  return [...between, ...Object.values(values)].filter((text) => text.trim() !== "");
}

async function getWorkflow({ workflows }: WorkflowDeps, userId: string, id: string): Promise<Workflow> {
  const found = await workflows.find(userId, id);
  if (found === null) throw new AppError("not_found", "This workflow does not exist.");
  return found;
}

function checkPlan(steps: readonly EditedTask[]): void {
  const fields = checkTasks(steps, []);
  if (Object.keys(fields).length > 0)
    throw new AppError("invalid_request", "These steps make no plan.", { fields });
}

/** Agents are of one site: the file names none. */
function toFile({ name, question, steps, isReport, answer, values, ...rest }: Workflow): WorkflowFile {
  const { agent: _agent, ...how } = answer;
  const { schedule, timezone, language, isWatch } = rest;
  return {
    ...{ format: "sextant-workflow", version: 1 },
    workflow: {
      ...{ name, question, steps, isReport, answer: how, values, schedule, timezone, language, isWatch },
    },
  };
}
