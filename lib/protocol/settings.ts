import { z } from "zod";
import { toolNames } from "./tools";

export const agentStyles = ["tool_first", "balanced", "direct"] as const;
export type AgentStyle = (typeof agentStyles)[number];

export const modelTiers = ["main", "lite", "pro", "image", "embedding"] as const;
export type ModelTier = (typeof modelTiers)[number];

/** `provider:model`; the provider is a lower-case name, the model what the provider calls it. It becomes part of an address: no way up, no query. */
export const modelRefSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,31}:(?!.*\.\.)[A-Za-z0-9@][A-Za-z0-9@._:/+~-]{0,127}$/,
    "write it as provider:model",
  );
const chainSchema = z.array(modelRefSchema).max(5);

/** How one tool is held: its time limit, and how often a person may call it. `null` is no limit. */
export const toolLimitSchema = z.strictObject({
  timeLimitSeconds: z.int().min(1).max(300).optional(),
  perHour: z.int().min(0).max(100_000).nullable().optional(),
  perDay: z.int().min(0).max(1_000_000).nullable().optional(),
});
export type ToolLimit = z.output<typeof toolLimitSchema>;
const toolLimitsSchema = z.partialRecord(z.enum(toolNames), toolLimitSchema);
const engineSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

/** The agent's settings as an admin edits them. Every field has a default, so that an empty object is valid. */
export const agentSettingsSchema = z.object({
  agentStyle: z.enum(agentStyles).default("balanced"),
  maxIterations: z.int().min(1).max(10).default(5),
  timeLimitSeconds: z.int().min(10).max(800).default(120),
  costBudgetPerRequest: z.number().min(1).max(100).default(10),
  temperature: z.number().min(0).max(2).default(0.7),
  enabledTools: z.array(z.enum(toolNames)).default([...toolNames]),
  webSearchEnabled: z.boolean().default(true),
  memoryEnabled: z.boolean().default(true),
  imageGenerationEnabled: z.boolean().default(true),
  reasoningVisible: z.boolean().default(true),
  allowStyleOverride: z.boolean().default(true),
  allowModelChoice: z.boolean().default(true),
  /** Chains by tier; an empty chain means the environment's. */
  modelTiers: z
    .object({
      main: chainSchema.default([]),
      lite: chainSchema.default([]),
      pro: chainSchema.default([]),
      image: chainSchema.default([]),
      embedding: chainSchema.default([]),
    })
    .default({ main: [], lite: [], pro: [], image: [], embedding: [] }),
  /** For each person; `null` is no limit. */
  messagesPerDay: z.int().min(1).max(100_000).nullable().default(500),
  centsPerDay: z.number().min(1).max(100_000).nullable().default(500),
  centsPerMonth: z.number().min(1).max(1_000_000).nullable().default(5_000),
  toolLimits: toolLimitsSchema.default({ web_search: { perHour: 20, perDay: 100 } }),
  /** Search engines in the order in which they are tried; those left out follow in their own order. */
  searchEngines: z.array(engineSchema).max(20).default([]),
  /** Search engines that are not asked. */
  disabledEngines: z.array(engineSchema).max(20).default([]),
  /** How long the answer to a search is given again; 0 is never. */
  searchCacheMinutes: z.int().min(0).max(1_440).default(60),
  /** After so many failures in a row a model or a tool is left alone for so long. */
  breakerFailures: z.int().min(1).max(50).default(5),
  breakerPauseSeconds: z.int().min(5).max(600).default(30),
  /** How long a model may take to begin its answer, between two parts of it, and for one call in all. */
  firstChunkSeconds: z.int().min(5).max(300).default(30),
  silenceSeconds: z.int().min(5).max(300).default(60),
  callSeconds: z.int().min(10).max(800).default(300),
  /** Ports at which pages are read. */
  fetchPorts: z.array(z.int().min(1).max(65_535)).min(1).max(20).default([80, 443, 8080, 8443]),
  /** How large a page may be, by its kind. */
  htmlMegabytes: z.int().min(1).max(20).default(2),
  documentMegabytes: z.int().min(1).max(50).default(10),
  documentPages: z.int().min(10).max(2_000).default(200),
  textMegabytes: z.int().min(1).max(20).default(2),
  /** Other ways to a page, used where the server has them; a site's wishes; how long a page is kept, 0 for not at all. */
  readerEnabled: z.boolean().default(true),
  archiveEnabled: z.boolean().default(true),
  browserEnabled: z.boolean().default(true),
  robotsRespected: z.boolean().default(true),
  pageCacheMinutes: z.int().min(0).max(1_440).default(60),
});

export type AgentSettings = z.output<typeof agentSettingsSchema>;
export const defaultSettings: AgentSettings = agentSettingsSchema.parse({});

/** A partial change; top-level fields replace whole, tiers one by one. Unknown fields are refused. */
export const settingsPatchSchema = z.strictObject({
  agentStyle: agentSettingsSchema.shape.agentStyle.unwrap().optional(),
  maxIterations: agentSettingsSchema.shape.maxIterations.unwrap().optional(),
  timeLimitSeconds: agentSettingsSchema.shape.timeLimitSeconds.unwrap().optional(),
  costBudgetPerRequest: agentSettingsSchema.shape.costBudgetPerRequest.unwrap().optional(),
  temperature: agentSettingsSchema.shape.temperature.unwrap().optional(),
  enabledTools: agentSettingsSchema.shape.enabledTools.unwrap().optional(),
  webSearchEnabled: z.boolean().optional(),
  memoryEnabled: z.boolean().optional(),
  imageGenerationEnabled: z.boolean().optional(),
  reasoningVisible: z.boolean().optional(),
  allowStyleOverride: z.boolean().optional(),
  allowModelChoice: z.boolean().optional(),
  modelTiers: z
    .strictObject({
      main: chainSchema.optional(),
      lite: chainSchema.optional(),
      pro: chainSchema.optional(),
      image: chainSchema.optional(),
      embedding: chainSchema.optional(),
    })
    .optional(),
  messagesPerDay: agentSettingsSchema.shape.messagesPerDay.unwrap().optional(),
  centsPerDay: agentSettingsSchema.shape.centsPerDay.unwrap().optional(),
  centsPerMonth: agentSettingsSchema.shape.centsPerMonth.unwrap().optional(),
  toolLimits: toolLimitsSchema.optional(),
  searchEngines: agentSettingsSchema.shape.searchEngines.unwrap().optional(),
  disabledEngines: agentSettingsSchema.shape.disabledEngines.unwrap().optional(),
  searchCacheMinutes: agentSettingsSchema.shape.searchCacheMinutes.unwrap().optional(),
  breakerFailures: agentSettingsSchema.shape.breakerFailures.unwrap().optional(),
  breakerPauseSeconds: agentSettingsSchema.shape.breakerPauseSeconds.unwrap().optional(),
  firstChunkSeconds: agentSettingsSchema.shape.firstChunkSeconds.unwrap().optional(),
  silenceSeconds: agentSettingsSchema.shape.silenceSeconds.unwrap().optional(),
  callSeconds: agentSettingsSchema.shape.callSeconds.unwrap().optional(),
  fetchPorts: agentSettingsSchema.shape.fetchPorts.unwrap().optional(),
  htmlMegabytes: agentSettingsSchema.shape.htmlMegabytes.unwrap().optional(),
  documentMegabytes: agentSettingsSchema.shape.documentMegabytes.unwrap().optional(),
  documentPages: agentSettingsSchema.shape.documentPages.unwrap().optional(),
  textMegabytes: agentSettingsSchema.shape.textMegabytes.unwrap().optional(),
  readerEnabled: z.boolean().optional(),
  archiveEnabled: z.boolean().optional(),
  browserEnabled: z.boolean().optional(),
  robotsRespected: z.boolean().optional(),
  pageCacheMinutes: agentSettingsSchema.shape.pageCacheMinutes.unwrap().optional(),
});
export type SettingsPatch = z.output<typeof settingsPatchSchema>;

/** `PUT /api/admin/settings`: the change and the version it was made against. */
export const putSettingsSchema = z.strictObject({ version: z.int().min(0), settings: settingsPatchSchema });

/** `GET /api/admin/settings/versions`, newest first: what stood after each change, and who made it. */
export const versionsQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type SettingsVersion = {
  version: number;
  settings: AgentSettings;
  updatedAt: number;
  updatedBy: string;
};
export type VersionsReply = { versions: SettingsVersion[]; cursor: string | null };

/** `POST /api/admin/settings/revert`: makes the settings of an old version the newest. */
export const revertSchema = z.strictObject({ version: z.int().min(0), to: z.int().min(0) });

/** `POST /api/admin/search/test`: asks one engine a real question. */
export const testEngineSchema = z.strictObject({ engine: engineSchema });
export type EngineTestReply = { ok: boolean; latencyMs: number; message: string };
/** `key` and `needs` as of providers; `where` is the address it asks, empty while the variable that holds it is missing. */
export type EngineState = {
  id: string;
  name: string;
  key: "environment" | "panel" | "none" | "unneeded";
  where: string;
  needs?: string;
};

/** `PUT /api/admin/keys`: a provider's key; `null` removes it. Never read back. */
export const putKeySchema = z.strictObject({
  provider: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
  key: z.string().trim().min(1).max(500).nullable(),
});
/** `POST /api/admin/models/test`: makes one real, tiny call. */
export const testModelSchema = z.strictObject({ model: modelRefSchema });
export type ModelTestReply = { ok: boolean; latencyMs: number; message: string };

export type ProviderState = {
  id: string;
  name: string;
  /** Where its key comes from; `none` means it cannot be used, `unneeded` that it needs none. */
  key: "environment" | "panel" | "none" | "unneeded";
  /** The environment's variable that must be set before a key can help. */
  needs?: string;
  models: string[];
};
export type SettingsReply = {
  version: number;
  settings: AgentSettings;
  defaults: AgentSettings;
  updatedAt: number | null;
  updatedBy: string | null;
  providers: ProviderState[];
  /** The chains that serve now, after settings, environment and what is derived from the keys. */
  effectiveTiers: Record<ModelTier, string[]>;
  engines: EngineState[];
};
