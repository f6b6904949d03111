import { z } from "zod";
import { idSchema } from "@/lib/protocol/ids";

export const memoryCategories = ["profile", "preference", "technical", "project"] as const;
export const memoryTiers = ["core", "important", "context"] as const;
export type MemoryTier = (typeof memoryTiers)[number];
export type MemoryCategory = (typeof memoryCategories)[number];

const day = 86_400_000;
/** How many facts a tier holds, and how long each is kept there. */
export const tierRules: Record<MemoryTier, { limit: number; lifetimeMs: number | null }> = {
  core: { limit: 8, lifetimeMs: null },
  important: { limit: 12, lifetimeMs: 90 * day },
  context: { limit: 6, lifetimeMs: 30 * day },
};

/** By the person's hand, the agent's tool, words such as "remember", or read from a conversation later. */
export const factOrigins = ["person", "agent", "phrase", "learned"] as const;
export type FactOrigin = (typeof factOrigins)[number];

/** A fact as the agent hands it in. */
export const factInputSchema = z.object({
  content: z.string().min(3).max(500).describe("One fact about the person, in the person's language"),
  category: z.enum(memoryCategories).default("preference"),
  tier: z.enum(memoryTiers).default("important"),
  confidence: z.number().min(0).max(1).default(0.8),
  keywords: z.array(z.string().max(50)).max(10).default([]),
});
export type FactInput = z.output<typeof factInputSchema>;

/** A fact as the results of the memory tools name it; `replaced` is the wording in whose place it came. */
export type RememberedFact = {
  id: string;
  content: string;
  category: string;
  tier: string;
  replaced?: string;
};

/** A message of a conversation. */
const placeSchema = z.object({ conversationId: idSchema, messageId: idSchema });

/** What the agent keeps for itself under a key, and how many of them. */
export const mostNotes = 40;
export const noteFields = {
  key: z.string().trim().min(1).max(100),
  content: z.string().trim().min(1).max(1_000),
};
export const noteSchema = z.object({ ...noteFields, writtenAt: z.number(), source: placeSchema });
export type Note = z.output<typeof noteSchema>;

export const factSchema = z.object({
  id: idSchema,
  content: z.string(),
  category: z.enum(memoryCategories),
  tier: z.enum(memoryTiers),
  confidence: z.number(),
  keywords: z.array(z.string()),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  useCount: z.number().int(),
  /** Milliseconds since 1970; `null` never expires. */
  expiresAt: z.number().nullable(),
  /** Where it was said; `null` when the person added it by hand. */
  source: placeSchema.nullable(),
  origin: z.enum(factOrigins).default("agent"),
  /** Of the wording: `en`, `zh` or `und`. */
  language: z.string().default("und"),
  /** The fact of the history in whose place it came. */
  replaces: idSchema.nullable().default(null),
  /** The answer that used it last. */
  usedIn: placeSchema.nullable().default(null),
  /** How often the person said that it was of no use to an answer. */
  notUseful: z.number().int().default(0),
  /** The answers of which they said that, the newest last. */
  notUsefulTo: z.array(idSchema).default([]),
});
export type Fact = z.output<typeof factSchema>;

/** Why a fact is no longer in force. `edited` keeps the wording from before a change by hand. */
export const factEndings = ["expired", "tier_full", "edited", "updated", "contradicted"] as const;
export type FactEnding = (typeof factEndings)[number];

/** `endedBy`: the fact beside which it cannot stand, where there is one. */
export const endedFactSchema = factSchema.extend({
  endedAt: z.number(),
  why: z.enum(factEndings),
  endedBy: idSchema.optional(),
});
export type EndedFact = z.output<typeof endedFactSchema>;

const longestContent = 2_000;
/** How many answers that a fact did not help are kept by id; older ones only count. */
export const mostDoubts = 50;
/** How many earlier wordings are restored with a forgotten fact. */
export const mostEarlier = 50;
const bounds = {
  content: z.string().min(1).max(longestContent),
  keywords: z.array(z.string().max(100)).max(20),
  confidence: z.number().min(0).max(1),
  language: z.string().max(20),
  notUsefulTo: z.array(idSchema).max(mostDoubts).default([]),
};
/** A forgotten fact with its earlier wordings: `DELETE /api/memories/{id}` gives it, `PUT` puts it back. */
export const forgottenFactSchema = factSchema.extend({
  ...bounds,
  earlier: z.array(endedFactSchema.extend(bounds)).max(mostEarlier).default([]),
  /** The facts whose place it had taken and that its undo brought back; putting it back ends them again. */
  broughtBack: z.array(idSchema).max(26).default([]),
});
export type ForgottenFact = z.output<typeof forgottenFactSchema>;

export const addMemorySchema = z.strictObject(factInputSchema.shape);
export const patchMemorySchema = z.strictObject({
  content: factInputSchema.shape.content.optional(),
  category: z.enum(memoryCategories).optional(),
  /** Its time begins now, also when it is in that tier already. */
  tier: z.enum(memoryTiers).optional(),
  /** Whether it was of use: `false` counts against it, once for each answer, `true` takes that back. */
  judged: z.strictObject({ messageId: idSchema, isUseful: z.boolean() }).optional(),
});

/** `PATCH /api/memories`: switches memory on or off for the person. */
export const switchMemorySchema = z.strictObject({ isOff: z.boolean() });

/** `DELETE /api/memories/{id}?undo=true`: what it took the place of comes back. */
export const forgetMemorySchema = z.object({ undo: z.enum(["true"]).optional() });

/** `DELETE /api/memories?part=`: everything, or what is no longer in force; `?note=` one note by its key. */
export const clearMemorySchema = z.object({
  part: z.enum(["all", "history"]).default("all"),
  note: noteFields.key.optional(),
});

/** `facts` by rank, `history` and `notes` newest first. `isOff`: the person has switched memory off. */
export type Remembered = { facts: Fact[]; history: EndedFact[]; notes?: Note[]; isOff: boolean };

/** `learning`: what is kept of conversations unasked: what a model finds, set phrases only, or nothing. */
export type MemoriesReply = Remembered & { learning: "model" | "phrases" | "off" };

/**
 * What stands of memory beside an answer: the facts that its model named as used (in replies of earlier
 * versions: that it was given), and those that were kept or replaced while it was made. `secretsLeftOut`: so
 * many things that the person asked to be remembered were not, because they hold a secret.
 */
export type MemoriesData = {
  used: { id: string; content: string }[];
  saved: { id: string; content: string; replaced: string | null }[];
  secretsLeftOut?: number;
};
