import { z } from "zod";
import type { builtInAgentId } from "./built-in-agent";
import { chatOptionsSchema, type RunMode } from "@/lib/protocol/chat-request";
import { roleSchema, type Role } from "@/lib/features/accounts/shape/accounts";
import { idSchema } from "@/lib/protocol/ids";
import { agentStyles, modelRefSchema } from "@/lib/protocol/settings";
import { maxChainLength, settingFields } from "@/lib/protocol/settings-fields";
import type { UnsetWord } from "@/lib/protocol/unset";

export const agentIcons = [
  ...["compass", "book", "search", "pen", "code", "calculator", "chart", "scale", "globe", "heart"],
  ...["graduation", "lightbulb"],
] as const;
export type AgentIcon = (typeof agentIcons)[number];
export const agentColors = ["brass", "teal", "blue", "violet", "rose", "slate"] as const;
export type AgentColor = (typeof agentColors)[number];
export type AgentPicture = { icon: AgentIcon; color: AgentColor };

export const maxAgents = 50;
export const maxStarters = 6;
export const maxInstructions = 8_000;
export const maxAudience = 200;
export const maxTrialText = 4_000;

/** From the quickest to the deepest. */
export const agentDepths = ["fast", "balanced", "thinking"] as const satisfies readonly RunMode[];

const toolSchema = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
const { maxIterations, temperature, costBudgetPerRequest, centsPerDay } = settingFields;
const roleCount = roleSchema.options.length;

/** Whoever has one of the roles or is named. */
const audienceSchema = z.strictObject({
  roles: z.array(roleSchema).max(roleCount),
  people: z.array(idSchema).max(maxAudience),
});
export type Audience = z.output<typeof audienceSchema>;

/** What an agent is, as an administrator writes it. What is `null` is left to the settings or the person. */
const fieldSchemas = {
  name: z.string().trim().min(1).max(60),
  picture: z.strictObject({ icon: z.enum(agentIcons), color: z.enum(agentColors) }),
  purpose: z.string().trim().max(300),
  /** Empty while it is being written: such an agent does not answer. */
  instructions: z.string().trim().max(maxInstructions),
  starters: z.array(z.string().trim().min(1).max(200)).max(maxStarters),
  /** Its models in the order they are tried; empty: those of the settings. */
  models: z.array(modelRefSchema).max(maxChainLength),
  /** Of the tools that the settings offer, these; `null`: all. */
  tools: z.array(toolSchema).max(100).nullable(),
  /** Each of these is called once before the answer. */
  requiredTools: z.array(toolSchema).max(5),
  /** Shared collections that are searched where the person names none. */
  collections: z.array(idSchema).max(20),
  style: z.enum(agentStyles).nullable(),
  limits: z.strictObject({
    /** The deepest mode that a person may choose. */
    depth: z.enum(agentDepths).nullable(),
    /** Never more than the settings allow. */
    rounds: z.int().min(maxIterations.min).max(maxIterations.max).nullable(),
    temperature: z.number().min(temperature.min).max(temperature.max).nullable(),
  }),
  budget: z.strictObject({
    /** What an answer may cost, in the place of the settings' number. */
    centsPerAnswer: z.number().min(costBudgetPerRequest.min).max(costBudgetPerRequest.max).nullable(),
    /** What the answers to everybody may cost in a day (UTC). */
    centsPerDay: z.number().min(centsPerDay.min).max(centsPerDay.max).nullable(),
  }),
  /** Who may see and use it; `null`: everybody. */
  audience: audienceSchema.nullable(),
  isEnabled: z.boolean(),
  /** It may be given steps of plans. */
  isHelper: z.boolean(),
};

const defaultFields = {
  picture: { icon: "compass", color: "teal" },
  ...{ purpose: "", instructions: "", starters: [], models: [], tools: null, requiredTools: [] },
  ...{ collections: [], style: null, limits: { depth: null, rounds: null, temperature: null } },
  ...{ budget: { centsPerAnswer: null, centsPerDay: null }, audience: null },
  ...{ isEnabled: true, isHelper: false },
} satisfies Omit<z.output<z.ZodObject<typeof fieldSchemas>>, "name">;

/** A stored agent of any version of the product: what it does not say is as in a new one. */
export const agentFieldsSchema = z.preprocess(
  (value) => (typeof value === "object" && value !== null ? { ...defaultFields, ...value } : value),
  z.object(fieldSchemas),
);
export type AgentFields = z.output<typeof agentFieldsSchema>;
export const agentFieldNames = Object.keys(fieldSchemas) as (keyof AgentFields)[];
type Unsettable = Exclude<keyof AgentFields, "limits" | "budget" | "picture" | "isEnabled" | "isHelper">;
/** What it means that nothing stands in a field or in one of the limits. */
export const agentUnset: Record<
  Unsettable | keyof AgentFields["limits"] | keyof AgentFields["budget"],
  UnsetWord
> = {
  ...{ name: "notSet", purpose: "notSet", instructions: "notSet", starters: "none", models: "asSettings" },
  ...{ tools: "allTools", requiredTools: "none", collections: "none", style: "peopleChoose" },
  ...{ depth: "peopleChoose", rounds: "asSettings", temperature: "asSettings" },
  ...{ centsPerAnswer: "asSettings", centsPerDay: "noLimit", audience: "everybody" },
};
/** One that is just being made. */
export const newAgentFields: AgentFields = { ...structuredClone(defaultFields), name: "" };

/** `POST /api/agents`: a name, and whatever else is known already. */
export const newAgentSchema = z
  .strictObject(fieldSchemas)
  .partial()
  .required({ name: true })
  .transform((fields): AgentFields => agentFieldsSchema.parse(fields));

/** `PATCH /api/agents/{id}`: what changes, whole fields, and the version it was read at. */
export const agentPatchSchema = z.strictObject({
  version: z.int().min(1),
  changes: z.strictObject(fieldSchemas).partial(),
});
export type AgentPatch = z.output<typeof agentPatchSchema>["changes"];

/** `POST /api/agents/{id}/revert`: the fields of the version `to` become the newest, on top of `version`. */
export const agentRevertSchema = z.strictObject({ version: z.int().min(1), to: z.int().min(1) });

export type Agent = AgentFields & {
  id: string;
  version: number;
  updatedAt: number;
  updatedBy: string;
};
/** What stood after a change. */
export type AgentVersion = Pick<Agent, "version" | "updatedAt" | "updatedBy"> & { fields: AgentFields };
export type AgentVersionsReply = { versions: AgentVersion[]; cursor: string | null };

/** What those who may use an agent know of it; the last four say what it decides itself. */
export type AgentCard = Pick<Agent, "id" | "name" | "picture" | "purpose" | "starters" | "style"> & {
  depth: RunMode | null;
  hasModels: boolean;
  centsPerAnswer: number | null;
};

/** `role`: `null` where nobody knows it. */
export function isFor(
  { audience }: Pick<AgentFields, "audience">,
  { id, role }: { id: string; role: Role | null },
): boolean {
  return (
    audience === null || audience.people.includes(id) || (role !== null && audience.roles.includes(role))
  );
}

/** The built-in one as it answers now; of what is edited here it has only the tools that it must use. */
export type BuiltInAgent = Agent & { id: typeof builtInAgentId; isBuiltIn: true };
/** `GET /api/agents`, the built-in one first: cards for members, everything for administrators. */
export type AgentsReply = { agents: (AgentCard | Agent | BuiltInAgent)[] };

/** Answers of the last 30 days; `name`: empty for the built-in one. */
export type AgentUse = { name: string; count: number; costMicroUsd: number };
/** `GET /api/admin/agents`. */
export type AgentsAdminReply = { agents: (Agent | BuiltInAgent)[]; used: AgentUse[] };

/**
 * `POST /api/agents/trials`: a question to an agent as it is published (`id`), or as it is being written.
 * `conversationId` is made for the tries of one of the two.
 */
export const agentTrialSchema = z.strictObject({
  agent: z.union([
    z.strictObject({ id: idSchema }),
    z.strictObject({ draft: newAgentSchema, of: idSchema.nullable() }),
  ]),
  conversationId: idSchema,
  messageId: idSchema,
  text: z.string().trim().min(1).max(maxTrialText),
  ...chatOptionsSchema.pick({ timezone: true, language: true }).shape,
});
export type AgentTrial = z.input<typeof agentTrialSchema>;

/** In a reply's metadata and a run's record: who answered, as it was called then. */
export const answeringAgentSchema = z.object({ id: z.string(), name: z.string(), version: z.number() });
export type AnsweringAgent = z.output<typeof answeringAgentSchema>;

export function toAgentCard({
  id,
  name,
  picture,
  purpose,
  starters,
  ...rest
}: AgentFields & { id: string }): AgentCard {
  const { style, limits, models, budget } = rest;
  const decided = { style, depth: limits.depth, hasModels: models.length > 0 };
  return { id, name, picture, purpose, starters, ...decided, centsPerAnswer: budget.centsPerAnswer };
}
