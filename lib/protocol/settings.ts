import { z } from "zod";
import { roles, roleSchema } from "@/lib/features/accounts/shape/accounts";
import { toolHintsSchema } from "@/lib/features/laboratory/shape/hints";
import { otherTools, permissions } from "./tool-permissions";
import {
  checkpoints,
  maxChainLength,
  maxPorts,
  modelPattern,
  modelTiers,
  portRange,
  providerPattern,
  priceParts,
  priceRange,
  settingFields,
  toolLimitRanges,
  type AgentSettings,
  type Field,
  type Fields,
  type ModelTier,
  type PricePart,
  type Range,
  type SetPrice,
  type SettingsOf,
} from "./settings-fields";

export { agentStyles, modelTiers } from "./settings-fields";
export type { AgentSettings, AgentStyle, ModelTier, SetPrice, ToolLimit } from "./settings-fields";

export const modelRefSchema = z.string().regex(modelPattern, "write it as provider:model");
const chainSchema = z.array(modelRefSchema).max(maxChainLength);
export const providerIdSchema = z.string().regex(providerPattern);
const engineSchema = providerIdSchema;
const toolNameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);

const rolePermissionsSchema = z.record(z.union([toolNameSchema, z.literal(otherTools)]), z.enum(permissions));
const permissionsSchema = z.strictObject(
  Object.fromEntries(roles.map((role) => [role, rolePermissionsSchema.optional()])),
);

const toInteger = ({ min, max }: Range) => z.int().min(min).max(max);
const toNumber = (field: Range & { decimal?: true }) =>
  field.decimal === true ? z.number().min(field.min).max(field.max) : toInteger(field);

const toolLimitSchema = z.strictObject({
  timeLimitSeconds: toInteger(toolLimitRanges.timeLimitSeconds).optional(),
  perHour: toInteger(toolLimitRanges.perHour).nullable().optional(),
  perDay: toInteger(toolLimitRanges.perDay).nullable().optional(),
});

const priceNameSchema = z.union([modelRefSchema, engineSchema]);
const priceSchema = z.strictObject({
  ...(Object.fromEntries(
    priceParts.map((part) => [part, z.number().min(priceRange.min).max(priceRange.max).optional()]),
  ) as Record<PricePart, z.ZodOptional<z.ZodNumber>>),
  asOf: z.iso.date(),
});
const modelOptionSchema = z.strictObject({
  isOffered: z.boolean().optional(),
  contextWindow: z.int().min(1).optional(),
});

/** A tier's chain of a stored document; what is absent is empty. */
const chainsSchema = z.object(Object.fromEntries(modelTiers.map((tier) => [tier, chainSchema.default([])])));
const chainsPatchSchema = z.strictObject(
  Object.fromEntries(modelTiers.map((tier) => [tier, chainSchema.optional()])),
);

function toValueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case "number":
      return toNumber(field);
    case "limit":
      return toNumber(field).nullable();
    case "choice":
      return z.enum(field.values);
    case "switch":
      return z.boolean();
    case "tools":
      return z.array(toolNameSchema);
    case "toolLimits":
      return z.record(toolNameSchema, toolLimitSchema);
    case "permissions":
      return permissionsSchema;
    case "hints":
      return toolHintsSchema;
    case "chains":
      return chainsSchema;
    case "checkpoints":
      return z.array(z.enum(checkpoints)).max(checkpoints.length);
    case "roles":
      return z.array(roleSchema).max(roles.length);
    case "engineOrder":
    case "engineSwitches":
      return z.array(engineSchema).max(20);
    case "prices":
      return z.record(priceNameSchema, priceSchema);
    case "models":
      return z.record(modelRefSchema, modelOptionSchema);
    case "ports":
      return z.array(toInteger(portRange)).min(1).max(maxPorts);
  }
}

type PatchOf<FIELDS extends Fields> = {
  [NAME in keyof FIELDS]?:
    | (FIELDS[NAME] extends { kind: "chains" }
        ? { [TIER in ModelTier]?: string[] | undefined }
        : SettingsOf<FIELDS>[NAME])
    | undefined;
};

/**
 * The settings' schemas. `settings` reads a whole document, in which every field has its default; `patch` is
 * a partial change that replaces top-level fields whole and tiers one by one, and refuses unknown fields.
 */
export function createSettingsSchemas<FIELDS extends Fields>(fields: FIELDS) {
  const toShape = (toSchema: (field: Field) => z.ZodType) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field)]));
  const settings = z.object(
    toShape((field) => toValueSchema(field).default(() => structuredClone(field.default))),
  );
  const patch = z.strictObject(
    toShape((field) => (field.kind === "chains" ? chainsPatchSchema : toValueSchema(field)).optional()),
  );
  return {
    settings: settings as unknown as z.ZodType<SettingsOf<FIELDS>>,
    patch: patch as unknown as z.ZodType<PatchOf<FIELDS>>,
  };
}

const adminToolsSchema = z.looseObject({ adminTools: z.array(toolNameSchema).default([]) });

const schemas = createSettingsSchemas(settingFields);

/** The agent's settings as an admin edits them. Only the server knows the tools: its defaults offer all. */
export const agentSettingsSchema = z.preprocess(readAdminTools, schemas.settings);
export const defaultSettings: AgentSettings = agentSettingsSchema.parse({});

export const settingsPatchSchema = schemas.patch;
export type SettingsPatch = z.output<typeof settingsPatchSchema>;

/**
 * Settings of earlier versions name the tools that only administrators may use. What is no list of names
 * leaves them unreadable, rather than the tools open to everybody.
 */
function readAdminTools(stored: unknown): unknown {
  const old = adminToolsSchema.safeParse(stored);
  if (!old.success) return { ...Object(stored), toolPermissions: null };
  const { adminTools } = old.data;
  if (adminTools.length === 0) return stored;
  const denied = Object.fromEntries(adminTools.map((tool) => [tool, "deny"]));
  const others = roles.filter((role) => role !== "admin");
  return { ...Object(stored), toolPermissions: Object.fromEntries(others.map((role) => [role, denied])) };
}

/** `PUT /api/admin/settings`: the change and the version it was made against. */
export const putSettingsSchema = z.strictObject({ version: z.int().min(0), settings: settingsPatchSchema });

/** `GET /api/admin/settings/versions`, newest first: what stood after each change, and who made it. */
export const versionsQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  upTo: z.coerce.number().int().min(0).optional(),
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
export type EngineTestReply = { ok: boolean; latencyMs: number; message: string; isEmpty?: true };
/** `key` and `needs` as of providers; `where` is its address, empty while the variable for it is missing. */
export type EngineState = {
  id: string;
  name: string;
  key: "environment" | "panel" | "none" | "unneeded";
  where: string;
  needs?: string;
};

/** `PUT /api/admin/keys`: a provider's key; `null` removes it. Never read back. */
export const putKeySchema = z.strictObject({
  provider: providerIdSchema,
  key: z.string().trim().min(1).max(500).nullable(),
});
/** `POST /api/admin/models/test`: makes one real, tiny call. */
export const testModelSchema = z.strictObject({ model: modelRefSchema });
/** What an answering model could not do when tried: call a tool, go on from its result, keep a form. */
export type ModelLack = "tools" | "results" | "forms";
/** `message` says why it does not work. One that works may lack something. */
export type ModelTestReply = { ok: boolean; latencyMs: number; message: string; lacks: ModelLack[] };

/** A row of a provider's own list; `null` where neither it nor we know. Prices in US dollars. */
export type ListedModel = {
  name: string;
  /** Tokens. */
  contextWindow: number | null;
  price: { inputPerMillion: number; outputPerMillion: number } | null;
};
/** Beside what a list says stands what is known without it. Embedding models answer nobody. */
export type ModelRow = ListedModel & { known: Omit<ListedModel, "name">; isAnswering: boolean };
/** `GET /api/admin/models`; `null` where the provider has no list. */
export const listQuerySchema = z.object({ provider: providerIdSchema });
export type ModelListReply = { models: ModelRow[] | null };

export type ProviderState = {
  id: string;
  name: string;
  /** Where its key comes from; `none` means it cannot be used, `unneeded` that it needs none. */
  key: "environment" | "panel" | "none" | "unneeded";
  /** Of a server whose address was entered here. */
  address?: string;
  models: string[];
};
/**
 * `refused`: what its server was seen not to take of a request, by the names of `Refusals`. `tools`: how many
 * fit its window, where some did not.
 */
export type ModelNote = { refused: string[]; tools?: { offered: number; count: number } };

export type SettingsReply = {
  version: number;
  settings: AgentSettings;
  defaults: AgentSettings;
  updatedAt: number | null;
  updatedBy: string | null;
  /**
   * What is in force because the stored settings cannot be read: an older version, or the defaults. Going
   * back to it repairs them.
   */
  fallback: number | "defaults" | null;
  providers: ProviderState[];
  /** The chains that serve now, after settings, environment and what is derived from the keys. */
  effectiveTiers: Record<ModelTier, string[]>;
  engines: EngineState[];
  /**
   * What the models and engines that serve are known to cost where nothing is set; those of unknown price are
   * left out.
   */
  knownPrices: Record<string, SetPrice>;
  /** What was learned of models that serve; absent where nothing was. */
  modelNotes?: Record<string, ModelNote>;
  /** The answering models that take no temperature. */
  withoutTemperature: string[];
};
