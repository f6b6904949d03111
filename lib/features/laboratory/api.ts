import { endpoint } from "@/lib/protocol/endpoint";
import type { HintsReply } from "@/lib/features/laboratory/shape/hints";
import type {
  AddQuestions,
  AskedEstimate,
  BlindChoice,
  BlindPair,
  ExperimentEstimate,
  ExperimentReply,
  ExperimentsReply,
  NewExperiment,
  QuestionsReply,
  RatedReply,
} from "@/lib/features/laboratory/shape/laboratory";
import type { Nightly, NightlyReply } from "@/lib/features/laboratory/shape/nightly";

export const listQuestions = endpoint<QuestionsReply>()("GET /api/admin/questions");
export const addQuestions = endpoint<QuestionsReply, AddQuestions>()("POST /api/admin/questions");
export const deleteQuestion = endpoint()("DELETE /api/admin/questions/[id]");
/** Questions of the administrator's own whose answers they rated. */
export const listRated = endpoint<RatedReply>()("GET /api/admin/questions/rated");
export const readNightly = endpoint<NightlyReply>()("GET /api/admin/nightly");
/** 400 where a night would cost more than it may. */
export const saveNightly = endpoint<NightlyReply, Nightly>()("PUT /api/admin/nightly");
/** What failures of tools that repeat suggest to tell the agents. */
export const suggestHints = endpoint<HintsReply>()("GET /api/admin/hints");

export const listExperiments = endpoint<ExperimentsReply>()("GET /api/admin/experiments");
/** Begins one; 400 where it would cost more than it may, 409 while another one runs. */
export const createExperiment = endpoint<ExperimentReply, NewExperiment>()("POST /api/admin/experiments");
/** What an experiment would come to; nothing is asked. */
export const estimateExperiment = endpoint<ExperimentEstimate, AskedEstimate>()(
  "POST /api/admin/experiments/estimate",
);
export const readExperiment = endpoint<ExperimentReply>()("GET /api/admin/experiments/[id]");
/** Stops it; what it has stays. */
export const stopExperiment = endpoint<ExperimentReply, { state: "stopped" }>()(
  "PATCH /api/admin/experiments/[id]",
);
export const deleteExperiment = endpoint()("DELETE /api/admin/experiments/[id]");
/** Saves its draft as the settings form does; 409 when somebody saved since it began. */
export const publishExperiment = endpoint<ExperimentReply>()("POST /api/admin/experiments/[id]/publish");
/** Both answers, without which is which. */
export const readPair = endpoint<BlindPair>()("GET /api/admin/experiments/[id]/pairs/[questionId]");
export const chooseAnswer = endpoint<ExperimentReply, { choice: BlindChoice }>()(
  "PUT /api/admin/experiments/[id]/pairs/[questionId]",
);
