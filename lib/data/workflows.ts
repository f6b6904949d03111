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
} from "@/lib/protocol/workflows";
import type { Store, StoredDocument, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { defineJob, planJob } from "./jobs";
import { toData } from "./json";
import { paths } from "./paths";
import { toNextTime } from "./workflow-schedule";

/** A workflow is asked at its time. */
export const workflowJob = defineJob("workflow", { workflowId: z.string() }, { isSlow: true });

/** How it went when its time had come: it was asked, or the code of why it could not be. */
export type Asking = { run: WorkflowRun } | { problem: string };

const toWorkflow = ({ id, data }: StoredDocument): Workflow => ({ id, ...workflowRecordSchema.parse(data) });

/** Questions that a person keeps to ask again, with the steps that answer them. Nobody else finds them. */
export function createWorkflows(store: Store, now: () => number) {
  return {
    ...createRunNotes(store, now),

    async list(userId: string): Promise<Workflow[]> {
      const { documents } = await store.list({ collection: paths.workflows(userId), limit: maxWorkflows });
      return documents.map(toWorkflow).sort((a, b) => a.name.localeCompare(b.name));
    },

    /** Those that the person lets the agent use. */
    async listTools(userId: string): Promise<Workflow[]> {
      const where = [{ field: "isTool", op: "==" as const, value: true }];
      const { documents } = await store.list({
        ...{ collection: paths.workflows(userId), where, limit: maxWorkflows },
      });
      return documents.map(toWorkflow);
    },

    async find(userId: string, id: string): Promise<Workflow | null> {
      const found = await store.find(paths.workflow(userId, id));
      return found === null ? null : toWorkflow(found);
    },

    /** Throws `too_large` with the last but one, and `invalid_request` where a schedule lacks values. */
    create(userId: string, id: string, { from, foreign = [], ...kept }: NewWorkflow): Promise<Workflow> {
      const first = from && [{ ...from, at: now(), isScheduled: false }];
      const empty = { createdAt: now(), problem: null, seen: from?.conversationId ?? null, compared: null };
      const record: WorkflowRecord = { ...kept, ...empty, foreign, nextAt: null, runs: first ?? [] };
      checkValues(record);
      return store.transaction(async (tx) => {
        const { documents } = await tx.list({ collection: paths.workflows(userId), limit: maxWorkflows });
        if (documents.length >= maxWorkflows)
          throw new AppError("too_large", `There can be ${maxWorkflows} workflows.`);
        return plan(tx, userId, id, record, now());
      });
    },

    /** Its time is found anew when the schedule, the time zone or the pause changes. */
    change(userId: string, id: string, patch: WorkflowPatch): Promise<Workflow> {
      return store.transaction(async (tx) => {
        const { id: _id, ...before } = await getWorkflow(tx, userId, id);
        const given = Object.entries(patch).filter(([, value]) => value !== undefined);
        const next: WorkflowRecord = { ...before, ...Object.fromEntries(given) };
        checkValues(next);
        if (toTimes(next) !== toTimes(before)) return plan(tx, userId, id, next, now());
        tx.set(paths.workflow(userId, id), toData(next));
        return { id, ...next };
      });
    },

    delete(userId: string, id: string): Promise<void> {
      return store.transaction(async (tx) => {
        await getWorkflow(tx, userId, id);
        tx.delete(paths.workflow(userId, id));
        tx.delete(paths.consentLedger(userId, `workflows/${id}`));
        planJob(tx, workflowJob.at({ userId, workflowId: id }), null);
      });
    },
  };
}
export type Workflows = ReturnType<typeof createWorkflows>;

/** How it went when it was asked. */
function createRunNotes(store: Store, now: () => number) {
  return {
    /** Names a run that the person has started; the same one again is named once. */
    addRun(userId: string, id: string, run: WorkflowRun): Promise<void> {
      return store.transaction(async (tx) => {
        const { id: _id, ...before } = await getWorkflow(tx, userId, id);
        tx.set(paths.workflow(userId, id), toData({ ...before, runs: withRun(before.runs, run) }));
      });
    },

    /** Nothing where it is gone meanwhile. */
    noteCompared(userId: string, id: string, compared: WorkflowRecord["compared"]): Promise<void> {
      return store.transaction(async (tx) => {
        const found = await tx.find(paths.workflow(userId, id));
        if (found === null) return;
        const { id: _id, ...before } = toWorkflow(found);
        tx.set(paths.workflow(userId, id), toData({ ...before, compared }));
      });
    },

    /**
     * What came of the time `dueAt`, and when the next one is. Times that were missed meanwhile are left out.
     * `null`: there is none, or the workflow is gone.
     */
    settle(userId: string, id: string, dueAt: number, asking: Asking): Promise<number | null> {
      return store.transaction(async (tx) => {
        const found = await tx.find(paths.workflow(userId, id));
        if (found === null) return null;
        const { id: _id, ...before } = toWorkflow(found);
        if (before.nextAt !== dueAt || before.schedule === null) return before.nextAt;
        const nextAt = toNextTime(before.schedule, {
          timezone: before.timezone,
          ...{ after: now(), last: dueAt },
        });
        const next: WorkflowRecord =
          "run" in asking
            ? { ...before, nextAt, runs: withRun(before.runs, asking.run), problem: null }
            : { ...before, nextAt, problem: { code: asking.problem, at: now() } };
        tx.set(paths.workflow(userId, id), toData(next));
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

/** Writes it with the job that asks it at its time, or without one. */
function plan(tx: Transaction, userId: string, id: string, record: WorkflowRecord, now: number): Workflow {
  const { schedule, timezone, isPaused } = record;
  const isOn = schedule !== null && !isPaused;
  const nextAt = isOn ? toNextTime(schedule, { timezone, after: now, last: null }) : null;
  const next = { ...record, nextAt };
  tx.set(paths.workflow(userId, id), toData(next));
  planJob(tx, workflowJob.at({ userId, workflowId: id }), nextAt);
  return { id, ...next };
}

async function getWorkflow(tx: Transaction, userId: string, id: string): Promise<Workflow> {
  const found = await tx.find(paths.workflow(userId, id));
  if (found === null) throw new AppError("not_found", "This workflow does not exist.");
  return toWorkflow(found);
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
