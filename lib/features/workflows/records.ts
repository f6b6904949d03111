import { AppError } from "@/lib/errors";
import { listVariables } from "@/lib/protocol/prompt-text";
import {
  keptRuns,
  maxWorkflows,
  workflowRecordSchema,
  type NewWorkflow,
  type Workflow,
  type WorkflowPatch,
  type WorkflowRecord,
  type WorkflowRun,
} from "@/lib/features/workflows/shape/workflows";
import type { Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { defineJob, scheduleJob } from "@/lib/data/jobs";
import { withoutUndefined } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";
import { toNextTime } from "@/lib/data/schedule";

/** A workflow is asked at its time. */
export const workflowJob = defineJob("workflow", { workflowId: z.string() }, { isSlow: true });

/** How it went when its time had come: it was asked, or the code of why it could not be. */
export type WorkflowStart = { run: WorkflowRun } | { problem: string };

/** Questions that a person keeps to ask again, with the steps that answer them. Nobody else finds them. */
export function createWorkflows(store: Store, now: () => number) {
  const workflows = createWorkflowRecords(store);
  return {
    ...createRunNotes(store, workflows, now),
    ...{ list: (userId: string) => workflows.list(userId), find: workflows.find },

    /** Those that the person lets the agent use, by id. */
    async listTools(userId: string): Promise<Workflow[]> {
      const tools = await workflows.list(userId, { where: [{ field: "isTool", op: "==", value: true }] });
      return tools.sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    /** Throws `too_large` with the last but one, and `invalid_request` where a schedule lacks values. */
    create(userId: string, id: string, { from, foreign = [], ...kept }: NewWorkflow): Promise<Workflow> {
      const first = from && [{ ...from, at: now(), isScheduled: false }];
      const empty = { createdAt: now(), problem: null, seen: from?.conversationId ?? null, compared: null };
      const workflow: Workflow = { id, ...kept, ...empty, foreign, nextAt: null, runs: first ?? [] };
      checkValues(workflow);
      return store.transaction(async (tx) => {
        const own = workflows.in(tx, userId);
        await own.checkRoom();
        return own.put(plan(tx, userId, workflow, now()));
      });
    },

    /** Its time is found anew when the schedule, the time zone or the pause changes. */
    change(userId: string, id: string, patch: WorkflowPatch): Promise<Workflow> {
      return store.transaction(async (tx) => {
        const own = workflows.in(tx, userId);
        const before = await own.get(id);
        const next: Workflow = { ...before, ...withoutUndefined(patch) };
        checkValues(next);
        return own.put(toTimes(next) === toTimes(before) ? next : plan(tx, userId, next, now()));
      });
    },

    delete(userId: string, id: string): Promise<void> {
      return store.transaction(async (tx) => {
        const own = workflows.in(tx, userId);
        await own.get(id);
        own.delete(id);
        tx.delete(paths.consentLedger(userId, `workflows/${id}`));
        scheduleJob(tx, workflowJob.at({ userId, workflowId: id }), null);
      });
    },
  };
}
export type Workflows = ReturnType<typeof createWorkflows>;

const createWorkflowRecords = (store: Store) =>
  createRecords(store, {
    ...{ noun: "workflow", collection: paths.workflows, schema: workflowRecordSchema, most: maxWorkflows },
    tooMany: () => new AppError("too_large", `There can be ${maxWorkflows} workflows.`),
    order: (a, b) => a.name.localeCompare(b.name),
  });

/** How it went when it was asked. */
function createRunNotes(
  store: Store,
  workflows: ReturnType<typeof createWorkflowRecords>,
  now: () => number,
) {
  return {
    /** Names a run that the person has started; the same one again is named once. */
    async addRun(userId: string, id: string, run: WorkflowRun): Promise<void> {
      await workflows.change(userId, id, (before) => ({ ...before, runs: withRun(before.runs, run) }));
    },

    /** Nothing where it is gone meanwhile. */
    noteCompared(userId: string, id: string, compared: WorkflowRecord["compared"]): Promise<void> {
      return store.transaction(async (tx) => {
        const own = workflows.in(tx, userId);
        const before = await own.find(id);
        if (before !== null) own.put({ ...before, compared });
      });
    },

    /**
     * What came of the time `dueAt`, and when the next one is. Times that were missed meanwhile are left out.
     * `null`: there is none, or the workflow is gone.
     */
    settle(userId: string, id: string, dueAt: number, asking: WorkflowStart): Promise<number | null> {
      return store.transaction(async (tx) => {
        const own = workflows.in(tx, userId);
        const before = await own.find(id);
        if (before === null) return null;
        if (before.nextAt !== dueAt || before.schedule === null) return before.nextAt;
        const nextAt = toNextTime(before.schedule, {
          timezone: before.timezone,
          ...{ after: now(), last: dueAt },
        });
        own.put(
          "run" in asking
            ? { ...before, nextAt, runs: withRun(before.runs, asking.run), problem: null }
            : { ...before, nextAt, problem: { code: asking.problem, at: now() } },
        );
        return nextAt;
      });
    },
  };
}

const toTimes = ({ schedule, timezone, isPaused }: WorkflowRecord): string =>
  JSON.stringify([schedule && Object.entries(schedule).sort(), timezone, isPaused]);

function withRun(runs: readonly WorkflowRun[], run: WorkflowRun): WorkflowRun[] {
  const others = runs.filter(({ conversationId }) => conversationId !== run.conversationId);
  return [run, ...others].slice(0, keptRuns);
}

/** The workflow with its next time, at which the job asks it that this plans, or takes back. */
function plan(tx: Transaction, userId: string, workflow: Workflow, now: number): Workflow {
  const { id, schedule, timezone, isPaused } = workflow;
  const isOn = schedule !== null && !isPaused;
  const nextAt = isOn ? toNextTime(schedule, { timezone, after: now, last: null }) : null;
  scheduleJob(tx, workflowJob.at({ userId, workflowId: id }), nextAt);
  return { ...workflow, nextAt };
}

/** Where nobody is asked, every variable needs its value. */
function checkValues({ schedule, question, values }: WorkflowRecord): void {
  const missing = schedule === null ? [] : listMissing(question, values);
  if (missing.length > 0) throw createMissing(missing);
}

export function listMissing(question: string, values: Record<string, string>): string[] {
  return listVariables(question).filter((name) => (values[name] ?? "").trim() === "");
}

export function createMissing(names: readonly string[]): AppError {
  return new AppError("invalid_request", `Values are missing: ${names.join(", ")}.`, {
    fields: Object.fromEntries(names.map((name) => [`values.${name}`, "give a value"])),
  });
}
