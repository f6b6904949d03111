import { AppError } from "@/lib/errors";
import {
  checkKinds,
  experimentStates,
  maxExperiments,
  savedQuestionSchema,
  winners,
  type ExperimentState,
  type ExperimentSummary,
  type QuestionResult,
  type Side,
  type StopReason,
  type Trial,
  type Winner,
} from "@/lib/features/laboratory/shape/laboratory";
import { verdicts } from "@/lib/features/evidence/shape/claims";
import { draftRefSchema, type DraftRef } from "@/lib/features/settings/shape";
import { agentSettingsSchema, settingsPatchSchema, type AgentSettings } from "@/lib/protocol/settings";
import { increment, type Store } from "@/lib/store/store";
import { z } from "zod";
import { defineJob, scheduleJob } from "@/lib/data/jobs";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";

/** `settings`: the whole of each side, as they were when it began. `userId`: in whose name it asks. */
export type Experiment = ExperimentSummary & {
  userId: string;
  settings: Record<Side, AgentSettings>;
  timezone: string;
  language: string;
};

const estimateSchema = z.object({
  ...{ microUsd: z.number(), mostMicroUsd: z.number(), tookMs: z.number() },
  basis: z.enum(["runs", "price"]),
});
const experimentSchema: z.ZodType<Omit<Experiment, "id">> = z.object({
  userId: z.string(),
  state: z.enum(experimentStates),
  reason: z.string().nullable(),
  createdAt: z.number(),
  draft: settingsPatchSchema.nullable(),
  keptDraft: draftRefSchema.extend({ name: z.string() }).nullable().default(null),
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  version: z.number(),
  limitMicroUsd: z.number(),
  spentMicroUsd: z.number(),
  estimate: estimateSchema,
  isJudged: z.boolean(),
  questions: z.array(savedQuestionSchema),
  night: z.object({ before: z.string().nullable() }).nullable().default(null),
  settings: z.object({ live: agentSettingsSchema, draft: agentSettingsSchema }),
  timezone: z.string(),
  language: z.string(),
});
const trialSchema = z.object({
  ...{ outcome: z.string(), text: z.string(), model: z.string() },
  ...{ costMicroUsd: z.number(), tookMs: z.number(), searches: z.number() },
  sources: z.array(z.object({ number: z.number(), url: z.string(), title: z.string() })),
  marks: z.partialRecord(z.enum(verdicts), z.number()),
  checks: z.array(
    z.object({
      kind: z.enum(checkKinds),
      isMet: z.boolean(),
    }),
  ),
});
const resultSchema: z.ZodType<QuestionResult> = z.object({
  questionId: z.string(),
  live: trialSchema.nullable(),
  draft: trialSchema.nullable(),
  judged: z.object({ winner: z.enum(winners).nullable(), reason: z.string() }).nullable(),
  chosen: z.enum(winners).nullable(),
});

const createExperimentRecords = (store: Store) =>
  createRecords(store, {
    noun: "experiment",
    collection: () => paths.experiments,
    schema: experimentSchema,
    most: maxExperiments,
    tooMany: () => new AppError("too_large", `There can be ${maxExperiments} experiments: throw one away.`),
    order: (a, b) => b.createdAt - a.createdAt,
    skipsUnreadable: true,
  });

/** Questions are asked with two settings, in the name of who compares them. */
export const experimentJob = defineJob("experiment", { experimentId: z.string() }, { isSlow: true });
const toPlace = ({ id, userId }: Pick<Experiment, "id" | "userId">) =>
  experimentJob.at({ userId, experimentId: id });

/** Comparisons of settings, each with what came of its questions. They are the site's. */
export function createExperiments(store: Store, now: () => number) {
  const experiments = createExperimentRecords(store);
  return {
    ...createResults(store),

    /** The newest first. What cannot be read is left out. */
    list: (): Promise<Experiment[]> => experiments.list(null),

    find: (id: string): Promise<Experiment | null> => experiments.find(null, id),

    /** With the job that asks its questions. Throws `too_large`, and `conflict` while another one runs. */
    create(experiment: Experiment): Promise<void> {
      return store.transaction(async (tx) => {
        const own = experiments.in(tx, null);
        await own.checkRoom();
        if ((await own.list()).some(({ state }) => state === "running"))
          throw new AppError("conflict", "Another experiment is running. Wait for it, or stop it.");
        own.put(experiment);
        scheduleJob(tx, toPlace(experiment), now());
      });
    },

    /** Ends one that runs; one that does not stays as it is. Throws `not_found`. */
    async end(id: string, state: ExperimentState, reason: StopReason | null): Promise<void> {
      await store.transaction(async (tx) => {
        const found = await experiments.in(tx, null).get(id);
        if (found.state === "running") tx.update(paths.experiment(id), { state, reason });
      });
    },

    /** Throws `not_found`. */
    async setState(id: string, state: ExperimentState): Promise<void> {
      await store.update(paths.experiment(id), { state });
    },

    /** Those that tried the draft as it was published. */
    async publishDraft({ id, version }: DraftRef): Promise<void> {
      for (const { id: experimentId, keptDraft, state } of await experiments.list(null))
        if (keptDraft?.id === id && keptDraft.version === version && state !== "running")
          await store.update(paths.experiment(experimentId), { state: "published" });
    },

    /** With all that came of it. Throws `not_found`. */
    async delete(id: string): Promise<void> {
      const found = await experiments.get(null, id);
      await store.delete(paths.job(toPlace(found).id));
      await store.deleteTree(paths.experiment(id));
    },
  };
}
export type Experiments = ReturnType<typeof createExperiments>;

function createResults(store: Store) {
  return {
    async listResults(id: string): Promise<QuestionResult[]> {
      const { documents } = await store.list({ collection: paths.experimentResults(id), limit: 500 });
      return documents.map(({ data }) => resultSchema.parse(data));
    },

    async findResult(id: string, questionId: string): Promise<QuestionResult | null> {
      const found = await store.find(paths.experimentResult(id, questionId));
      return found === null ? null : resultSchema.parse(found.data);
    },

    /** What was spent and came to nothing. */
    addCost: (id: string, microUsd: number): Promise<void> =>
      store.update(paths.experiment(id), { spentMicroUsd: increment(microUsd) }),

    /**
     * Keeps one side's answer and counts its cost; the same one again changes nothing. `before`: what the
     * other side is that is not asked.
     */
    keepTrial: (
      { id, questionId, side }: { id: string; questionId: string; side: Side },
      trial: Trial,
      before: Partial<Record<Side, Trial | null>> = {},
    ): Promise<void> =>
      changeResult(store, { id, questionId }, trial.costMicroUsd, (result) =>
        result[side] === null ? { ...result, ...before, [side]: trial } : null,
      ),

    /** Keeps what a model says of both answers, and counts what asking it cost. */
    keepJudgement: (
      id: string,
      questionId: string,
      judged: QuestionResult["judged"],
      costMicroUsd: number,
    ): Promise<void> =>
      changeResult(store, { id, questionId }, costMicroUsd, (result) => ({ ...result, judged })),

    keepChoice: (id: string, questionId: string, chosen: Winner): Promise<void> =>
      changeResult(store, { id, questionId }, 0, (result) => ({ ...result, chosen })),
  };
}

/** Nothing is written for an experiment that was thrown away meanwhile. */
async function changeResult(
  store: Store,
  { id, questionId }: { id: string; questionId: string },
  costMicroUsd: number,
  change: (result: QuestionResult) => QuestionResult | null,
): Promise<void> {
  const path = paths.experimentResult(id, questionId);
  await store.transaction(async (tx) => {
    const [experiment, found] = await tx.findMany([paths.experiment(id), path]);
    if (!experiment) return;
    const empty = { questionId, live: null, draft: null, judged: null, chosen: null };
    const next = change(found ? resultSchema.parse(found.data) : empty);
    if (next === null) return;
    tx.set(path, toData(next));
    if (costMicroUsd > 0) tx.update(paths.experiment(id), { spentMicroUsd: increment(costMicroUsd) });
  });
}
