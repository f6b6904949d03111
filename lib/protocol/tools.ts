import { z } from "zod";

/** Why the model makes this call, in one short sentence; shown in the opened step. */
const reason = z.string().max(300).optional().describe("Why this call helps, in one short sentence");

export const sourceCategories = [
  "encyclopedia",
  "programming",
  "academic",
  "government",
  "finance",
  "tech",
  "reference",
  "news",
  "health",
  "legal",
  "sports",
] as const;
const freshnessValues = ["day", "week", "month", "year"] as const;
export const memoryCategories = ["profile", "preference", "technical", "project"] as const;
export const memoryTiers = ["core", "important", "context"] as const;

export const webSearchInputSchema = z.object({
  query: z.string().min(1).max(400).describe("A few search words, not a sentence"),
  sourceCategory: z.enum(sourceCategories).optional().describe("Prefer sites of this kind"),
  targetInfo: z.array(z.string().max(200)).max(8).optional().describe("What the pages should tell"),
  freshness: z.enum(freshnessValues).optional().describe("Only results this recent"),
  reason,
});

export const webFetchInputSchema = z.object({
  urls: z
    .array(z.string().min(1).max(2048))
    .min(1)
    .max(3)
    .describe("Addresses from search results, pages or the person"),
  query: z.string().min(1).max(400).describe("What to look for on the pages"),
  detail: z.enum(["brief", "detailed", "full"]).optional(),
  reason,
});

export const memoryRetrieveInputSchema = z.object({
  searchTerms: z
    .array(z.string().max(100))
    .max(10)
    .optional()
    .describe("Words to look for; leave out for everything"),
  categories: z.array(z.enum(memoryCategories)).max(4).optional(),
  reason,
});

export const factInputSchema = z.object({
  content: z.string().min(3).max(500).describe("One fact about the person, in the person's language"),
  category: z.enum(memoryCategories).default("preference"),
  tier: z.enum(memoryTiers).default("important"),
  confidence: z.number().min(0).max(1).default(0.8),
  keywords: z.array(z.string().max(50)).max(10).default([]),
});

export const memorySaveInputSchema = z.object({ facts: z.array(factInputSchema).min(1).max(10), reason });

export const imageGenerateInputSchema = z.object({
  description: z.string().min(3).max(2000).describe("What the picture shows"),
  style: z.string().max(200).optional(),
  aspectRatio: z.enum(["1:1", "16:9", "9:16", "4:3", "3:4"]).optional(),
  reason,
});

/** Stands for the messages of the conversation that the model is not shown any more. */
export const earlierId = "earlier";

export const recallDetailsInputSchema = z.object({
  resultId: z.string().min(1).max(64).describe("The id given with an earlier result"),
  focus: z.string().max(400).optional().describe("What to look for in it"),
  reason,
});

export const currentTimeInputSchema = z.object({
  timezone: z
    .string()
    .max(64)
    .optional()
    .describe("IANA zone such as Asia/Shanghai; the person's own when left out"),
  compare: z.array(z.string().max(64)).max(8).optional().describe("Further IANA zones"),
  offset: z
    .string()
    .max(100)
    .optional()
    .describe('Such as "3 days from now", "2 weeks ago", "5 business days from now"'),
  reason,
});

export const calculateInputSchema = z.object({
  expression: z.string().min(1).max(500).describe("Such as 15% of 240, sqrt(2) * 3 cm to inch, 2^64"),
  reason,
});

/** The tools' names with the schemas of what the model hands in. */
const toolInputSchemas = {
  web_search: webSearchInputSchema,
  web_fetch: webFetchInputSchema,
  memory_retrieve: memoryRetrieveInputSchema,
  memory_save: memorySaveInputSchema,
  image_generate: imageGenerateInputSchema,
  recall_details: recallDetailsInputSchema,
  get_current_time: currentTimeInputSchema,
  calculate: calculateInputSchema,
} as const;

export type ToolName = keyof typeof toolInputSchemas;
export const toolNames = Object.keys(toolInputSchemas) as [ToolName, ...ToolName[]];

export type ToolInputs = { [NAME in ToolName]: z.output<(typeof toolInputSchemas)[NAME]> };
