import { replyDocuments } from "@/lib/features/documents/reply-documents";
import { AppError } from "@/lib/errors";
import { toDocumentTexts } from "@/lib/features/documents/tools/document-texts";
import { findPassages, type DocumentDeps } from "@/lib/features/documents/tools/find-passages";
import { defaultTimeLimitMs, type ToolDefinition } from "@/lib/engine/tools/tool";
import { retrieveMoreInputSchema } from "./schema";

export function createRetrieveMore(deps: DocumentDeps): ToolDefinition<"retrieve_more"> {
  return {
    name: "retrieve_more",
    version: "1.0",
    capability: "documents",
    searches: "documents",
    helpers: ["researcher", "analyst", "fact-checker"],
    stage: "searching_documents",
    description: `Gives the next passages of an earlier search of documents, by its result id.
Use it when the passages of a retrieve were on the subject and more of them are needed.
Do not use it when they were not: search again in other words.
Give the id as it stood in the result, and how many passages you want.`,
    input: retrieveMoreInputSchema,
    origin: "documents",
    approval: "never",
    effect: "none",
    limits: { timeMs: defaultTimeLimitMs },
    sentences: { foundPassages: "Found {count} more passages." },
    hints: { not_found: "Use a result id exactly as it stood, or search again with retrieve." },
    // The best one last: a number stands for its document at the passage that came last.
    citations: ({ passages }) => passages.toReversed().map((passage) => ({ ...passage, kind: "read" })),
    texts: ({ passages }, text) => toDocumentTexts(passages, text),
    async execute({ resultId, topK }, context) {
      const retrievals = replyDocuments.get(context.run).listRetrievals();
      const result = retrievals.find((each) => each.resultId === resultId);
      if (result === undefined)
        throw new AppError("not_found", "There is no earlier search of documents with this id here.");
      const { searchId, search: asked } = result;
      const before = retrievals.flatMap((each) => (each.searchId === searchId ? each.passages : []));
      return findPassages(deps, { asked, topK, searchId, before }, context);
    },
  };
}
