import {
  filtersSchema,
  searchStrategies,
  type Filters,
  type SearchStrategy,
} from "@/lib/features/documents/shape/documents";
import type { CitedDocument } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const topKField = z.int().min(1).max(50).optional().describe("How many passages; 5 by itself");

export const retrieveInputSchema = z.object({
  query: z
    .string()
    .trim()
    .max(1_000)
    .describe("What to look for, in words of the documents; empty to list by filters alone"),
  collection: z
    .string()
    .max(200)
    .optional()
    .describe("Name or id of one collection or file, where not all in scope is meant"),
  strategy: z.enum(searchStrategies).optional().describe("hybrid by itself: words and meaning"),
  filters: filtersSchema
    .optional()
    .describe("Groups that must all hold; of a group any of anyOf and all of allOf"),
  topK: topKField,
  reason: reasonField,
});

/** What was asked for, so that more of it can be had. */
export type AskedSearch = {
  query: string;
  strategy: SearchStrategy;
  collection?: string;
  filters?: Filters;
};

/** A passage as data; its text stands in what the model reads, and in the kept text at its place. */
export type FoundPassage = CitedDocument & {
  /** By which `summarize` takes it. */
  id: string;
  documentId: string;
  score: number;
  snippet: string;
};

export type RetrieveOutput = {
  /** "" where nothing was found. */
  resultId: string;
  /** The result that the search began with; `retrieve_more` goes on from it. */
  searchId: string;
  search: AskedSearch;
  /** What was done: `keyword` where nothing can tell meanings. */
  strategy: SearchStrategy;
  total: number;
  /** How many were found and not given, because they would have been too long together. */
  leftOut: number;
  passages: FoundPassage[];
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    retrieve: { input: typeof retrieveInputSchema; data: RetrieveOutput };
  }
}
