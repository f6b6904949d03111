import type { Role } from "@/lib/features/accounts/shape/accounts";
import type { ToolHints } from "@/lib/features/laboratory/shape/hints";
import type { ToolPermissions } from "./tool-permissions";
import type { ToolName } from "./tools";
import type { OptionalNumber, UnsetWord } from "./unset";
import { searchCounter } from "./limits";

export const agentStyles = ["tool_first", "balanced", "direct"] as const;
export type AgentStyle = (typeof agentStyles)[number];

export const modelTiers = ["main", "lite", "pro", "image", "embedding"] as const;
export type ModelTier = (typeof modelTiers)[number];

/** The parts of the admin pages, and the words under `admin.sections` where a part has a heading. */
export type SettingsSection =
  | "answers"
  | "recording"
  | "alerts"
  | "plans"
  | "choices"
  | "limits"
  | "failures"
  | "capabilities"
  | "tools"
  | "models"
  | "prices"
  | "search"
  | "reading";
/** What a number counts; its words stand under `admin.units`. */
export type NumberUnit =
  | "steps"
  | "failures"
  | "seconds"
  | "cents"
  | "megabytes"
  | "pages"
  | "minutes"
  | "days"
  | "percent"
  | "none";

/**
 * What an administrator says of a model: whether people may choose it, and the tokens that it reads and
 * writes in one call, as its server lists them. Where nothing is said, people may choose those that answer.
 */
export type ModelOption = { isOffered?: boolean | undefined; contextWindow?: number | undefined };

/** The least and the greatest value that is taken. */
export type Range = { min: number; max: number };

/** How one tool is held: its time limit, and how often a person may call it. `null` is no limit. */
export type ToolLimit = {
  timeLimitSeconds?: number | undefined;
  perHour?: number | null | undefined;
  perDay?: number | null | undefined;
};
export type ToolLimitName = keyof ToolLimit;

/**
 * What an administrator says that something costs, in US dollars: a model's tokens by the million and its
 * pictures, a search of an engine, a page of the reader service. `asOf`: the day it was set, as YYYY-MM-DD.
 */
export type SetPrice = {
  inputPerMillion?: number | undefined;
  outputPerMillion?: number | undefined;
  perImage?: number | undefined;
  perSearch?: number | undefined;
  perPage?: number | undefined;
  asOf: string;
};
export const priceParts = [
  "inputPerMillion",
  "outputPerMillion",
  "perImage",
  "perSearch",
  "perPage",
] as const;
export type PricePart = (typeof priceParts)[number];
export const priceRange: Range = { min: 0, max: 10_000 };
/**
 * Under this name stands the price of the reader service; others stand under `provider:model` or the name of
 * an engine.
 */
export const readerPriceName = "reader";

/**
 * Where the work on a plan stops for the person: before it begins when it may cost more than the limit,
 * before a step that may, where results do not agree, and where a step has failed for good.
 */
export const checkpoints = ["plan", "step", "conflict", "error"] as const;
export type Checkpoint = (typeof checkpoints)[number];

/**
 * The values of the kinds of fields that are more than one control: `engines` and `ports` are lists, `tools`
 * those that are offered, `checkpoints` those in force, `roles` those that may.
 */
type OwnValues = {
  checkpoints: Checkpoint[];
  roles: Role[];
  tools: ToolName[];
  toolLimits: Partial<Record<ToolName, ToolLimit>>;
  permissions: ToolPermissions;
  hints: ToolHints;
  chains: Record<ModelTier, string[]>;
  engineOrder: string[];
  engineSwitches: string[];
  ports: number[];
  prices: Record<string, SetPrice>;
  models: Record<string, ModelOption>;
};

/**
 * One setting. What is stored, what may be changed, what is allowed and the row in the admin form follow from
 * it; its name and its help stand in the words under `admin.fields`. A number is whole unless it is a
 * `decimal`; `step` is the slider's. A `limit` is a number or none at all, which is `null`.
 */
export type Field = { section: SettingsSection } & (
  | ({ kind: "number"; default: number; step: number; unit: NumberUnit; decimal?: true } & Range)
  | ({
      kind: "limit";
      default: number | null;
      unit: NumberUnit | "messages";
    } & OptionalNumber)
  | { kind: "choice"; default: string; values: readonly string[] }
  | { kind: "switch"; default: boolean }
  | { [KIND in keyof OwnValues]: { kind: KIND; default: Fixed<OwnValues[KIND]> } }[keyof OwnValues]
);
type Fixed<VALUE> = { readonly [KEY in keyof VALUE]: Fixed<VALUE[KEY]> };

type Values = OwnValues & { number: number; limit: number | null; choice: string; switch: boolean };
/** The value of a setting by its field. */
export type ValueOf<FIELD extends Field> = FIELD extends { kind: "choice" }
  ? FIELD["values"][number]
  : Values[FIELD["kind"]];
export type Fields = Readonly<Record<string, Field>>;
export type SettingsOf<FIELDS extends Fields> = { -readonly [NAME in keyof FIELDS]: ValueOf<FIELDS[NAME]> };

const seconds = { kind: "number", unit: "seconds", step: 5 } as const;
const minutes = { kind: "number", unit: "minutes", step: 5 } as const;
const megabytes = { kind: "number", unit: "megabytes", step: 1 } as const;
const spending = { kind: "number", unit: "cents", step: 5, decimal: true } as const;
const decimal = { kind: "number", step: 0.1, decimal: true } as const;
const count = { kind: "number", step: 1 } as const;
const limit = { section: "limits", kind: "limit", unset: "noLimit" } as const;
const alert = { section: "alerts", kind: "limit", unset: "off" } as const;
const cents = { unit: "cents", decimal: true } as const;
const on = { kind: "switch", default: true } as const;

/** Every setting, in the order of the pages. */
export const settingFields = {
  agentStyle: { section: "answers", kind: "choice", values: agentStyles, default: "balanced" },
  maxIterations: { section: "answers", ...count, default: 5, min: 1, max: 10, unit: "steps" },
  /** In mode `thinking`. */
  deepIterations: { section: "answers", ...count, default: 12, min: 1, max: 20, unit: "steps" },
  timeLimitSeconds: { section: "answers", ...seconds, default: 120, min: 10, max: 800 },
  costBudgetPerRequest: { section: "answers", ...spending, step: 1, default: 10, min: 1, max: 100 },
  temperature: { section: "answers", ...decimal, default: 0.7, min: 0, max: 2, unit: "none" },
  /** Searches of documents in a reply; a quick one makes one, one that thinks long four times as many. */
  maxRetrievals: { section: "answers", ...count, default: 5, min: 1, max: 20, unit: "none" },
  /** For replies over documents, and in mode `thinking`. */
  subQuestionsEnabled: { section: "answers", ...on },
  selfEvaluationEnabled: { section: "answers", ...on },
  /** Whether answers from the web are judged, too; `doubtful` where one says otherwise than its source. */
  webChecks: { section: "answers", kind: "choice", values: ["off", "doubtful", "always"], default: "off" },
  requireCitations: { section: "answers", ...on },
  /** Questions below an answer that the person may ask next. */
  followUpsEnabled: { section: "answers", ...on },
  /** The small model orders what was found. */
  rerankEnabled: { section: "answers", ...on },
  /** Whether replies that think long are planned where the question asks for it, always, or never. */
  planning: { section: "plans", kind: "choice", values: ["auto", "always", "never"], default: "auto" },
  /** What a reply with a plan may cost and how long it may take, in all. */
  planBudget: { section: "plans", ...spending, step: 10, default: 50, min: 1, max: 1_000 },
  planTimeLimitSeconds: { section: "plans", ...seconds, step: 60, default: 900, min: 60, max: 3_600 },
  /** After which a step is ended and given once more; waits for the person do not count. */
  planStepTimeLimitSeconds: { section: "plans", ...seconds, default: 180, min: 10, max: 3_600 },
  checkpoints: { section: "plans", kind: "checkpoints", default: ["plan"] },
  /** From this estimate on. */
  planApprovalCents: { section: "plans", ...spending, default: 20, min: 0, max: 1_000 },
  stepApprovalCents: { section: "plans", ...spending, default: 20, min: 0, max: 1_000 },
  /** The same one gives the same words, as far as the model keeps that; `null` sends none. */
  seed: {
    ...{ section: "answers", kind: "limit", unit: "none", default: null, min: 0, max: 2_147_483_647 },
    ...{ unset: "random", suggested: 1 },
  },
  reasoningVisible: { section: "choices", ...on },
  allowStyleOverride: { section: "choices", ...on },
  allowModelChoice: { section: "choices", ...on },
  /** Which roles may share conversations by link. */
  sharingRoles: { section: "choices", kind: "roles", default: ["member", "operator", "auditor", "admin"] },
  /** How long it is kept what happened in each run; 0 records nothing. */
  traceDays: { section: "recording", ...count, default: 30, min: 0, max: 400, unit: "days" },
  /** When an alert opens, `null` and off never. On are those that a quiet site never sets off. */
  alertToolFailurePercent: { ...alert, default: 20, suggested: 20, min: 1, max: 100, unit: "percent" },
  alertSlowSeconds: { ...alert, default: 30, suggested: 30, min: 1, max: 3_600, unit: "seconds" },
  alertSilenceMinutes: { ...alert, default: null, suggested: 60, min: 5, max: 1_440, unit: "minutes" },
  alertCentsPerHour: { ...alert, ...cents, default: null, suggested: 200, min: 1, max: 1_000_000 },
  alertCentsPerDay: { ...alert, ...cents, default: 2_000, suggested: 2_000, min: 1, max: 10_000_000 },
  alertBreakers: { section: "alerts", ...on },
  /** How many replies in a hundred may fail. */
  errorBudgetPercent: { section: "alerts", ...decimal, default: 1, min: 0.1, max: 50, unit: "percent" },
  /** For each person, as the two that follow. */
  messagesPerDay: { ...limit, default: 500, suggested: 500, min: 1, max: 100_000, unit: "messages" },
  centsPerDay: { ...limit, ...cents, default: 500, suggested: 500, min: 1, max: 100_000 },
  centsPerMonth: { ...limit, ...cents, default: 5_000, suggested: 5_000, min: 1, max: 1_000_000 },
  /** What one person's documents may take in all. */
  storageMegabytes: { ...limit, default: 1_000, suggested: 1_000, min: 1, max: 1_000_000, unit: "megabytes" },
  /** How long a model may take to begin its answer, between two parts of it, and for one call in all. */
  firstChunkSeconds: { section: "failures", ...seconds, default: 30, min: 5, max: 300 },
  /** The same of a server on this machine or in a private network, which may load the model first. */
  localFirstChunkSeconds: { section: "failures", ...seconds, step: 30, default: 300, min: 5, max: 1_800 },
  silenceSeconds: { section: "failures", ...seconds, default: 60, min: 5, max: 300 },
  callSeconds: { section: "failures", ...seconds, default: 300, min: 10, max: 800 },
  localCallSeconds: { section: "failures", ...seconds, step: 30, default: 900, min: 10, max: 3_600 },
  /** After this many failures in a row a model or a tool is not called for this long. */
  breakerFailures: { section: "failures", ...count, default: 5, min: 1, max: 50, unit: "failures" },
  breakerPauseSeconds: { section: "failures", ...seconds, default: 30, min: 5, max: 600 },
  webSearchEnabled: { section: "capabilities", ...on },
  memoryEnabled: { section: "capabilities", ...on },
  documentsEnabled: { section: "capabilities", ...on },
  imageGenerationEnabled: { section: "capabilities", ...on },
  codeEnabled: { section: "capabilities", kind: "switch", default: false },
  /** What one program may hold. */
  codeMemoryMegabytes: { section: "capabilities", ...megabytes, step: 16, default: 64, min: 16, max: 512 },
  enabledTools: { section: "tools", kind: "tools", default: [] },
  /** Which role may use which tool, and with what question. */
  toolPermissions: { section: "tools", kind: "permissions", default: {} },
  /** What agents are told of the tools that they have, by tool and error. */
  toolHints: { section: "tools", kind: "hints", default: {} },
  toolLimits: {
    section: "tools",
    kind: "toolLimits",
    default: { [searchCounter]: { perHour: 20, perDay: 100 } },
  },
  /** Chains by tier; an empty chain means the environment's. */
  modelTiers: {
    section: "models",
    kind: "chains",
    default: { main: [], lite: [], pro: [], image: [], embedding: [] },
  },
  /** By `provider:model`. */
  modelOptions: { section: "models", kind: "models", default: {} },
  /** A model whose price is unknown is bounded by its tokens, 10,000 a cent, or not asked. */
  unknownPrices: { section: "prices", kind: "choice", values: ["limit", "refuse"], default: "limit" },
  prices: { section: "prices", kind: "prices", default: {} },
  /** Search engines in the order in which they are tried; those left out follow in their own order. */
  searchEngines: { section: "search", kind: "engineOrder", default: [] },
  /** Search engines that are not asked. */
  disabledEngines: { section: "search", kind: "engineSwitches", default: [] },
  /** How long the answer to a search is given again; 0 is never. */
  searchCacheMinutes: { section: "search", ...minutes, default: 60, min: 0, max: 1_440 },
  robotsRespected: { section: "reading", ...on },
  /** Other ways to a page, used where the server has them. */
  readerEnabled: { section: "reading", ...on },
  archiveEnabled: { section: "reading", ...on },
  browserEnabled: { section: "reading", ...on },
  /** How long a page is kept, 0 for not at all. */
  pageCacheMinutes: { section: "reading", ...minutes, default: 60, min: 0, max: 1_440 },
  /** How large a page may be, by its kind. */
  htmlMegabytes: { section: "reading", ...megabytes, default: 2, min: 1, max: 20 },
  documentMegabytes: { section: "reading", ...megabytes, default: 10, min: 1, max: 50 },
  documentPages: { section: "reading", ...count, step: 10, default: 200, min: 10, max: 2_000, unit: "pages" },
  textMegabytes: { section: "reading", ...megabytes, default: 2, min: 1, max: 20 },
  /** Ports at which pages are read. */
  fetchPorts: { section: "reading", kind: "ports", default: [80, 443, 8080, 8443] },
} as const satisfies Record<string, Field>;

export type AgentSettings = SettingsOf<typeof settingFields>;
export type SettingName = keyof AgentSettings;

/** What is allowed inside the fields that are more than one control. */
export const toolLimitRanges = {
  timeLimitSeconds: { min: 1, max: 300, unset: "builtIn" },
  perHour: { min: 0, max: 100_000, unset: "noLimit", suggested: 20 },
  perDay: { min: 0, max: 1_000_000, unset: "noLimit", suggested: 100 },
} as const satisfies Record<ToolLimitName, Range & (OptionalNumber | { unset: UnsetWord })>;
/** What an empty value of these means. */
export const ownUnset: Record<keyof OwnValues, UnsetWord> = {
  ...{ checkpoints: "none", roles: "none", tools: "none", toolLimits: "noLimit", permissions: "none" },
  hints: "none",
  ...{ chains: "automatic", engineOrder: "automatic", engineSwitches: "none", ports: "none" },
  ...{ prices: "notSet", models: "automatic" },
};
export const portRange: Range = { min: 1, max: 65_535 };
export const maxPorts = 20;
export const maxChainLength = 5;

/** The part of a reference before the colon. */
export const providerPattern = /^[a-z][a-z0-9_-]{0,31}$/;
/** `provider:model`, the model as its provider calls it. Part of an address: no way up, no query. */
export const modelPattern = /^[a-z][a-z0-9_-]{0,31}:(?!.*\.\.)[A-Za-z0-9@][A-Za-z0-9@._:/+~-]{0,127}$/;
