import type { Agents } from "@/lib/features/agents/records";
import type { Experiment, Experiments } from "@/lib/features/laboratory/records/experiments";
import type { SavedQuestions } from "@/lib/features/laboratory/records/saved-questions";
import { mergeSettings, type Settings } from "@/lib/data/settings";
import { AppError } from "@/lib/errors";
import { comparedSettings } from "@/lib/features/laboratory/shape/compared-settings";
import type {
  AddQuestions,
  AskedEstimate,
  BlindChoice,
  BlindPair,
  ExperimentEstimate,
  ExperimentReply,
  ExperimentsReply,
  ExperimentSummary,
  NewExperiment,
  QuestionResult,
  QuestionsReply,
  SavedQuestion,
} from "@/lib/features/laboratory/shape/laboratory";
import type { RunSummary } from "@/lib/protocol/runs";
import type { AgentSettings, SettingsPatch } from "@/lib/protocol/settings";
import type { SettingName } from "@/lib/protocol/settings-fields";
import type { DraftRef } from "@/lib/features/settings/shape";
import { estimateExperiment } from "./estimate";
import { isDraftFirst, toWinner } from "./judge-pair";
import { summarize } from "./summarize";

export type LaboratoryDeps = {
  savedQuestions: SavedQuestions;
  experiments: Experiments;
  settings: Pick<Settings, "get">;
  agents: Pick<Agents, "list">;
  settingsDrafts: { get: (id: string) => Promise<{ id: string; version: number; name: string }> };
  /** The person's newest runs. */
  listRuns: (userId: string) => Promise<RunSummary[]>;
  /** Who answers with these settings, and whether that can cost anything. */
  toChain: (settings: AgentSettings) => { chain: string[]; isFree: boolean };
  /** Who compares answers; nobody where only the offline guide is there. */
  listJudges: () => Promise<string[]>;
  toMostCharge: (chain: readonly string[], tokens: { inputTokens: number; outputTokens: number }) => number;
  /** Saves a change of the settings as an administrator does. Throws `conflict`. */
  saveSettings: (patch: SettingsPatch, version: number, draft?: DraftRef) => Promise<unknown>;
  /** Begins the work that is due. */
  begin: (userId: string, experimentId: string) => void;
  now: () => number;
  newId: () => string;
};

/** Settings compared on saved questions before they are live. */
export function createLaboratory(deps: Omit<LaboratoryDeps, "saveSettings">) {
  const { savedQuestions, experiments, now, newId } = deps;
  return {
    listQuestions: async (): Promise<QuestionsReply> => ({ questions: await savedQuestions.list() }),

    /** Throws `too_large`. */
    async addQuestions(asked: AddQuestions): Promise<QuestionsReply> {
      await savedQuestions.add(asked, newId);
      return { questions: await savedQuestions.list() };
    },

    deleteQuestion: savedQuestions.delete,

    list: async (): Promise<ExperimentsReply> => ({
      experiments: (await experiments.list()).map(toSummary),
    }),

    estimate: async (userId: string, asked: AskedEstimate): Promise<ExperimentEstimate> =>
      (await prepare(deps, userId, asked)).estimate,

    /** Throws `conflict`, and `invalid_request` for one that would cost more than it may. */
    async create(userId: string, asked: NewExperiment): Promise<ExperimentReply> {
      const { estimate, ...prepared } = await prepare(deps, userId, asked);
      const limitMicroUsd = Math.round(asked.limitCents * 10_000);
      if (estimate.microUsd > limitMicroUsd) throw createTooDear(estimate, asked.limitCents);
      const experiment: Experiment = {
        ...{ ...prepared, estimate, userId, limitMicroUsd, spentMicroUsd: 0 },
        ...{ id: newId(), state: "running", reason: null, createdAt: now() },
        ...{ isJudged: asked.isJudged, version: asked.version },
        ...{ timezone: asked.timezone, language: asked.language, draft: asked.draft ?? null, night: null },
      };
      await experiments.create(experiment);
      deps.begin(userId, experiment.id);
      return toReply(experiment, []);
    },

    ...createRunning(deps),
  };
}
export type Laboratory = ReturnType<typeof createLaboratory>;

/** What is done with an experiment. */
function createRunning({ experiments }: Omit<LaboratoryDeps, "saveSettings">) {
  const read = async (id: string): Promise<ExperimentReply> => {
    const [experiment, results] = await Promise.all([
      getExperiment(experiments, id),
      experiments.listResults(id),
    ]);
    return toReply(experiment, results);
  };
  return {
    read,

    async stop(id: string): Promise<ExperimentReply> {
      await experiments.end(id, "stopped", "person");
      return read(id);
    },

    /** With all that came of it. */
    delete: experiments.delete,

    /** Makes its draft live. Throws `conflict` where somebody saved since it began, or it still runs. */
    async publish(id: string, saveSettings: LaboratoryDeps["saveSettings"]): Promise<ExperimentReply> {
      const { draft, keptDraft, version, state } = await getExperiment(experiments, id);
      if (draft === null)
        throw new AppError("invalid_request", "It tries no change of the settings that could be made live.");
      if (state === "running" || state === "published")
        throw new AppError("conflict", "It is still running, or published already.");
      await saveSettings(draft, version, keptDraft ?? undefined);
      await experiments.setState(id, "published");
      return read(id);
    },

    async readPair(id: string, questionId: string): Promise<BlindPair> {
      const { live, draft, chosen } = await getPair(experiments, id, questionId);
      const [left, right] = isDraftFirst(id, questionId, "person") ? [draft, live] : [live, draft];
      const show = ({ text, sources }: typeof left) => ({ text, sources });
      return { questionId, left: show(left), right: show(right), chosen };
    },

    async choose(id: string, questionId: string, choice: BlindChoice): Promise<ExperimentReply> {
      await getPair(experiments, id, questionId);
      const winner = toWinner(choice, isDraftFirst(id, questionId, "person"));
      await experiments.keepChoice(id, questionId, winner);
      return read(id);
    },
  };
}

async function getPair(experiments: Experiments, id: string, questionId: string) {
  const found = await experiments.findResult(id, questionId);
  if (!found?.live || !found.draft)
    throw new AppError("not_found", "This question has not been answered by both sides.");
  return { live: found.live, draft: found.draft, chosen: found.chosen };
}

async function getExperiment(experiments: Experiments, id: string): Promise<Experiment> {
  const found = await experiments.find(id);
  if (found === null) throw new AppError("not_found", "This experiment does not exist.");
  return found;
}

type PreparedExperiment = Pick<Experiment, "agent" | "keptDraft" | "questions" | "settings" | "estimate">;

async function prepare(
  deps: Omit<LaboratoryDeps, "saveSettings">,
  userId: string,
  { draft = {}, keptDraft: asked, agent: agentId, version, questions: ids, isJudged }: AskedEstimate,
): Promise<PreparedExperiment> {
  const { settings: live, version: newest } = await deps.settings.get();
  if (version !== newest)
    throw new AppError(
      "conflict",
      "The settings were saved meanwhile. Look at what changed, then try again.",
    );
  const tried = toCompared(draft);
  const agents = agentId === undefined ? [] : await deps.agents.list();
  const agent = agents.find(({ id, isEnabled }) => id === agentId && isEnabled) ?? null;
  if (agentId !== undefined && agent === null)
    throw new AppError("invalid_request", "This agent is not there.", { fields: { agent: "name another" } });
  const questions = pickQuestions(await deps.savedQuestions.list(), ids);
  const settings = { live, draft: mergeSettings(live, tried) };
  const main = agent !== null && agent.models.length > 0 ? agent.models : settings.draft.modelTiers.main;
  const answering = { ...settings.draft, modelTiers: { ...settings.draft.modelTiers, main } };
  const estimate = await estimateSides(deps, userId, [live, answering], {
    questions: questions.length,
    isJudged,
  });
  const kept = asked === undefined ? null : await deps.settingsDrafts.get(asked.id);
  if (kept !== null && kept.version !== asked?.version)
    throw new AppError("conflict", "Somebody changed this draft meanwhile. Open it again.");
  return {
    agent: agent && { id: agent.id, name: agent.name },
    keptDraft: kept && { id: kept.id, version: kept.version, name: kept.name },
    ...{ questions, settings, estimate },
  };
}

/** What it may come to where each of these settings answers each question. */
export async function estimateSides(
  deps: Pick<LaboratoryDeps, "toChain" | "listJudges" | "toMostCharge" | "listRuns">,
  userId: string,
  answering: readonly AgentSettings[],
  { questions, isJudged }: { questions: number; isJudged: boolean },
): Promise<ExperimentEstimate> {
  const sides = answering.map((settings) => ({ settings, ...deps.toChain(settings) }));
  const judges = isJudged ? await deps.listJudges() : [];
  const known = { toCharge: deps.toMostCharge, runs: await deps.listRuns(userId) };
  return estimateExperiment(known, sides, { questions, judges });
}

/** What of a change can be compared. Throws `invalid_request` where nothing can. */
function toCompared(draft: SettingsPatch): SettingsPatch {
  const names = Object.keys(draft) as SettingName[];
  const { modelTiers, ...rest } = draft;
  const compared = names.filter((name) => name !== "modelTiers" && comparedSettings.includes(name));
  const tried: SettingsPatch = {
    ...Object.fromEntries(compared.map((name) => [name, rest[name as keyof typeof rest]])),
    ...(modelTiers?.main !== undefined && { modelTiers: { main: modelTiers.main } }),
  };
  if (names.length > 0 && Object.keys(tried).length === 0)
    throw new AppError("invalid_request", "None of these settings can be compared on questions.", {
      fields: Object.fromEntries(names.map((name) => [`draft.${name}`, "it holds for both sides"])),
    });
  return tried;
}

/** Those that are there, each once. Throws `not_found` where none is. */
export function pickQuestions(saved: readonly SavedQuestion[], ids: readonly string[]): SavedQuestion[] {
  const picked = [...new Set(ids)].flatMap((id) => saved.find((question) => question.id === id) ?? []);
  if (picked.length === 0) throw new AppError("not_found", "None of these questions is there any more.");
  return picked;
}

export function createTooDear({ microUsd }: ExperimentEstimate, limitCents: number): AppError {
  const cents = Math.ceil(microUsd / 100) / 100;
  return new AppError(
    "invalid_request",
    `This would cost about ${cents} cents, and may cost ${limitCents}. Allow more, or ask fewer questions.`,
    { fields: { limitCents: `allow at least ${cents}` } },
  );
}

function toSummary(experiment: Experiment): ExperimentSummary {
  const { userId: _user, settings: _settings, timezone: _zone, language: _language, ...summary } = experiment;
  return summary;
}

/** Whoever reads which answer is whose cannot choose blindly any more. */
function toReply(experiment: Experiment, results: readonly QuestionResult[]): ExperimentReply {
  const order = new Map(experiment.questions.map(({ id }, index) => [id, index]));
  const hide = (trial: QuestionResult["live"], isHidden: boolean) =>
    trial === null || !isHidden ? trial : { ...trial, text: "", sources: [] };
  return {
    ...toSummary(experiment),
    table: summarize(results),
    results: results
      .toSorted((a, b) => (order.get(a.questionId) ?? 0) - (order.get(b.questionId) ?? 0))
      .map((result) => ({
        ...result,
        live: hide(result.live, result.chosen === null),
        draft: hide(result.draft, result.chosen === null),
        judged: result.chosen === null && result.judged ? { ...result.judged, reason: "" } : result.judged,
      })),
  };
}
