import { reasonField } from "@/lib/protocol/tools";
import type { CitedSource } from "@/lib/protocol/tool-results";
import { z } from "zod";

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

export const webSearchInputSchema = z.object({
  query: z.string().min(1).max(400).describe("A few search words, not a sentence"),
  sourceCategory: z.enum(sourceCategories).optional().describe("Prefer sites of this kind"),
  targetInfo: z.array(z.string().max(200)).max(8).optional().describe("What the pages should tell"),
  freshness: z.enum(freshnessValues).optional().describe("Only results this recent"),
  pictures: z.boolean().optional().describe("Also find pictures, when seeing it helps the person"),
  reason: reasonField,
});

/** `url`: of the picture, a small form where there is one. */
export type FoundPicture = { url: string; title: string; pageUrl: string; site: string };

export type WebSearchOutput = {
  engine: string;
  results: (CitedSource & { snippet: string; instructions?: string[] })[];
  /** Sentences on what an engine did differently from what was asked, and which ones did not answer. */
  notes: string[];
  /** What is shown to the person below the answer. */
  pictures?: FoundPicture[];
  /** Names of all engines whose results are among these, and of those that failed, with why. */
  served?: string[];
  failed?: { engine: string; message: string }[];
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    web_search: { input: typeof webSearchInputSchema; data: WebSearchOutput };
  }
}
