import type { DocumentKind, ReadRoute } from "@/lib/features/evidence/shape/evidence";
import type { CitedSource } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const webFetchInputSchema = z.object({
  urls: z
    .array(z.string().min(1).max(2048))
    .min(1)
    .max(3)
    .describe("Addresses from search results, pages or the person"),
  query: z.string().min(1).max(400).describe("What to look for on the pages"),
  detail: z.enum(["brief", "detailed", "full"]).optional(),
  reason: reasonField,
});

export type WebFetchOutput = { pages: FetchedSource[]; failures: { url: string; message: string }[] };

/** A page that was read. The optional fields are missing in results of an earlier version. */
export type FetchedSource = CitedSource & {
  passages: { heading?: string; text: string }[];
  resultId: string;
  truncated: boolean;
  route?: ReadRoute;
  documentKind?: DocumentKind;
  /** ISO 8601; earlier than the call when it was read before. */
  retrievedAt?: string;
  /** ISO 8601: the page itself could not be had, and this is a copy that the web archive made then. */
  archivedAt?: string;
  /** Words with which the page tries to instruct its reader, as they stand there; the first few. */
  instructions?: string[];
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    web_fetch: { input: typeof webFetchInputSchema; data: WebFetchOutput };
  }
}
