import { z } from "zod";
import type { Verdict } from "@/lib/features/evidence/shape/claims";
import { maxAskedQuestions } from "./compared-settings";
import { draftRefSchema, type DraftRef } from "@/lib/features/settings/shape";
import { idSchema } from "@/lib/protocol/ids";
import type { SettingsPatch } from "@/lib/protocol/settings";
import { settingsPatchSchema } from "@/lib/protocol/settings";

export const maxSavedQuestions = 200;
export const maxExperiments = 50;
const maxQuestionCharacters = 4_000;
const maxRubricCharacters = 1_000;

const toolNameSchema = z.string().trim().min(1).max(100);

/**
 * What an answer shall be, as far as code can tell; nothing is expected of what is left out. `rubric` is for
 * whoever compares two answers, a model or a person.
 */
export const expectationsSchema = z.strictObject({
  cites: z.boolean().default(false),
  /** Each must occur in the answer, in any case. */
  contains: z.array(z.string().trim().min(1).max(200)).max(10).default([]),
  /** Neither is the web searched nor a page read. */
  isSearchFree: z.boolean().default(false),
  /** Each of these tools is called, none of those is; by the names that models know. */
  mustCall: z.array(toolNameSchema).max(20).default([]),
  mustNotCall: z.array(toolNameSchema).max(20).default([]),
  mostCents: z.number().min(0).max(10_000).nullable().default(null),
  mostSeconds: z.number().min(0.1).max(3_600).nullable().default(null),
  rubric: z.string().trim().max(maxRubricCharacters).default(""),
});
export type Expectations = z.output<typeof expectationsSchema>;

/** A line of a file of questions, and a question as it is entered. */
export const newQuestionSchema = z.strictObject({
  text: z.string().trim().min(1).max(maxQuestionCharacters),
  expectations: expectationsSchema.prefault({}),
});

export const questionOrigins = ["hand", "file", "rating"] as const;
export const savedQuestionSchema = newQuestionSchema.extend({
  id: z.string(),
  from: z.enum(questionOrigins),
  createdAt: z.number(),
});
export type SavedQuestion = z.output<typeof savedQuestionSchema>;

/** `POST /api/admin/questions`: all of them or none. */
export const addQuestionsSchema = z.strictObject({
  questions: z.array(newQuestionSchema).min(1).max(maxSavedQuestions),
  from: z.enum(questionOrigins).default("hand"),
});
export type AddQuestions = z.output<typeof addQuestionsSchema>;
export type QuestionsReply = { questions: SavedQuestion[] };

/** `GET /api/admin/questions/rated`: what the administrator asked and then rated. */
export type RatedQuestion = { runId: string; text: string; value: "up" | "down"; cites: boolean };
export type RatedReply = { questions: RatedQuestion[] };

export const sides = ["live", "draft"] as const;
export type Side = (typeof sides)[number];

const experimentFields = {
  /**
   * The change of the settings that is tried, against `version`, as far as it can be compared; or the agent
   * that is.
   */
  draft: settingsPatchSchema.optional(),
  /** The kept draft that the change is. */
  keptDraft: draftRefSchema.optional(),
  agent: idSchema.optional(),
  version: z.int().min(0),
  questions: z.array(idSchema).min(1).max(maxAskedQuestions),
  /** A model compares the answers. */
  isJudged: z.boolean().default(true),
};
const hasOneDraft = ({ draft, agent }: { draft?: unknown; agent?: unknown }) =>
  (draft === undefined) !== (agent === undefined);
const oneDraft = { message: "name a draft or an agent", path: ["draft"] };

/** `POST /api/admin/experiments/estimate` */
export const estimateExperimentSchema = z.strictObject(experimentFields).refine(hasOneDraft, oneDraft);
export type AskedEstimate = z.output<typeof estimateExperimentSchema>;

/** `POST /api/admin/experiments` */
export const newExperimentSchema = z
  .strictObject({
    ...experimentFields,
    /** What it may cost in all. */
    limitCents: z.number().min(0).max(100_000),
    timezone: z.string().max(64).default("UTC"),
    language: z.string().max(35).default("en"),
  })
  .refine(hasOneDraft, oneDraft);
export type NewExperiment = z.output<typeof newExperimentSchema>;

/**
 * What both sides may come to, in micro-dollars and milliseconds. `basis`: medians of recorded runs, or,
 * where there are too few of a side, the model's price and a usual length. `mostMicroUsd`: with every answer
 * at its budget.
 */
export type ExperimentEstimate = {
  microUsd: number;
  mostMicroUsd: number;
  tookMs: number;
  basis: "runs" | "price";
};

export const experimentStates = ["running", "stopped", "done", "published"] as const;
export type ExperimentState = (typeof experimentStates)[number];
/** Why it stopped: the money that it may cost, an administrator, or an error's code. */
export type StopReason = "limit" | "person" | (string & {});

/** `PATCH /api/admin/experiments/{id}` */
export const experimentPatchSchema = z.strictObject({ state: z.literal("stopped") });

export const checkKinds = [
  ...(["answered", "cites", "contains", "isSearchFree"] as const),
  ...(["mustCall", "mustNotCall", "mostCents", "mostSeconds"] as const),
] as const;
/** What an expectation was and whether the answer meets it. */
export type Check = { kind: (typeof checkKinds)[number]; isMet: boolean };

/** One side's answer to one question. */
export type Trial = {
  outcome: string;
  text: string;
  model: string;
  /** With what counts for models whose price is unknown. */
  costMicroUsd: number;
  tookMs: number;
  searches: number;
  sources: { number: number; url: string; title: string }[];
  /** Of its cited sentences. */
  marks: Partial<Record<Verdict, number>>;
  checks: Check[];
};

export const winners = ["live", "draft", "tie"] as const;
export type Winner = (typeof winners)[number];

/** What came of one question. */
export type QuestionResult = {
  questionId: string;
  live: Trial | null;
  draft: Trial | null;
  /** By a model that saw both in an order drawn by lot; without a winner where it gave no usable verdict. */
  judged: { winner: Winner | null; reason: string } | null;
  /** By a person who did not see which was which. */
  chosen: Winner | null;
};

/** An interval that holds the true share with 95%, by Wilson's score. */
export type Proportion = { count: number; of: number; low: number; high: number };
export type SideRow = {
  side: Side;
  answered: number;
  costMicroUsd: number;
  medianCostMicroUsd: number | null;
  medianMs: number | null;
  passed: Proportion;
  /** How often the tools were called that should be, and no others; `null` where nothing is expected. */
  chosenWell: Proportion | null;
  marks: Partial<Record<Verdict, number>>;
};
/** Pairs that one side wins; `p`: how likely so uneven a count is by chance (exact two-sided sign test). */
export type Wins = { live: number; draft: number; tie: number; p: number };
/** What says that one answer is better than the other; what a person chose comes first. */
export const qualities = ["chosen", "passes", "judged"] as const;
/**
 * The draft against what is live. `by`: the first measure that shows a difference. `leastWins`: how many of
 * the `pairs` one side would have had to win, without a tie; `null` where they are too few for any result.
 */
export type ExperimentVerdict = {
  quality: "better" | "worse" | "mixed" | "none";
  by: (typeof qualities)[number] | null;
  cost: "cheaper" | "dearer" | null;
  time: "faster" | "slower" | null;
  pairs: number;
  leastWins: number | null;
};
export type ExperimentTable = {
  verdict: ExperimentVerdict | null;
  /** Pairs of those given to a model of which it gave no usable judgement. */
  unjudged: { count: number; of: number };
  rows: SideRow[];
  passes: Wins;
  judged: Wins;
  chosen: Wins;
  cheaper: Wins;
  faster: Wins;
};

export type ExperimentSummary = {
  id: string;
  state: ExperimentState;
  reason: StopReason | null;
  createdAt: number;
  draft: SettingsPatch | null;
  keptDraft: (DraftRef & { name: string }) | null;
  agent: { id: string; name: string } | null;
  version: number;
  limitMicroUsd: number;
  spentMicroUsd: number;
  estimate: ExperimentEstimate;
  isJudged: boolean;
  questions: SavedQuestion[];
  /** One of a night: its draft is what is live then, and `live` the night before, not asked again. */
  night: { before: string | null } | null;
};
export type ExperimentReply = ExperimentSummary & {
  /** Without the words of answers that nobody has compared yet. */
  results: QuestionResult[];
  table: ExperimentTable;
};
export type ExperimentsReply = { experiments: ExperimentSummary[] };

/** `GET …/experiments/{id}/pairs/{questionId}`: both answers, without which is which. */
export type BlindPair = { questionId: string; left: BlindAnswer; right: BlindAnswer; chosen: Winner | null };
export type BlindAnswer = Pick<Trial, "text" | "sources">;

/** `PUT …/experiments/{id}/pairs/{questionId}` */
export const blindChoiceSchema = z.strictObject({ choice: z.enum(["left", "right", "tie"]) });
export type BlindChoice = z.output<typeof blindChoiceSchema>["choice"];
