import type { CitedDocument } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const lookupInputSchema = z.object({
  document: z.string().min(1).max(300).describe("The document's id, or its title as it stood in a result"),
  section: z
    .string()
    .max(300)
    .optional()
    .describe("A heading, the number of a page, or words of what is looked for"),
  reason: reasonField,
});

export type LookupOutput = {
  resultId: string;
  documentId: string;
  source: CitedDocument;
  isWhole: boolean;
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    lookup: { input: typeof lookupInputSchema; data: LookupOutput };
  }
}
