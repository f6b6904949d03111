import { readdir, readFile as readText } from "node:fs/promises";
import { join } from "node:path";
import { createLibrary, type Library } from "./library-service";
import type { HandbookDeps, HandbookPage } from "./handbook";
import { createIndexDocument } from "./index-document";
import type { DocumentAttributes } from "./matches";
import { handbookScope, toScopeName } from "./scope";
import { createSearchDocuments } from "./search";
import type { Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { readFile } from "@/lib/net/read-file";
import { createDocumentsSource, putReplyDocuments, type SourceDeps } from "./documents-source";
import type { DocumentView } from "@/lib/features/documents/shape/documents";
import { createLookup } from "@/lib/features/documents/tools/lookup/lookup";
import { createRetrieve } from "@/lib/features/documents/tools/retrieve/retrieve";
import { createRetrieveMore } from "@/lib/features/documents/tools/retrieve-more/retrieve-more";
import { createSummarize } from "@/lib/features/documents/tools/summarize/summarize";
import type { ToolFeature } from "@/lib/engine/tools/tool";

/** Documents and collections over the records, with what reads and finds them. */
export function openDocuments(
  ground: Ground,
  { jobs }: Doors,
  given: Pick<SourceDeps, "createLedger" | "folderOf">,
): ToolFeature & { service: Library } {
  const { records, settings, log, inBackground } = ground;
  const { OCR_LANGUAGES: ocrLanguages } = ground.env;
  const library = createLibrary({
    ...records,
    ...{ inBackground, payFor: ground.payFor, newId: ground.newId, now: ground.now },
    runJob: (place) => jobs().run(place),
    files: records.documentFiles,
    mark: records.handbookMark,
    readFile: (file) => readFile({ ...file, ocrLanguages }),
    index: toDocumentIndex(ground),
    search: createSearchDocuments(ground),
    readPages,
    listPeople: records.people.list,
    async readLimitBytes() {
      const { storageMegabytes } = (await settings.get()).settings;
      return storageMegabytes === null ? null : storageMegabytes * 1_000_000;
    },
    onLeft: (error) => log.warn("files_not_removed", { error }),
  });
  /** Never rejects: without it all else works, and it is tried again by whoever looks for work next. */
  const prepareHandbook = (closing: AbortSignal) =>
    library.prepareHandbook(closing).catch((error: unknown) => log.warn("handbook_not_indexed", { error }));
  const found = { search: library.searchDocuments, library: library.reader };
  return {
    name: "documents",
    service: { ...library, prepareHandbook },
    context: createDocumentsSource({ ...given, library: library.reader, log }),
    mentions: {
      async collection(userId, id) {
        const scopes = await library.reader.listScopes(userId, { conversationId: null, collections: [id] });
        // The handbook is always searched; who mentions it wants nothing else to be.
        const found = scopes.find(({ scope }) => scope.kind === "collection" || scope.id === id);
        return found === undefined ? null : toScopeName(found.scope);
      },
    },
    onCalls: putReplyDocuments,
    tools: [
      createRetrieve(found),
      createRetrieveMore(found),
      createLookup(library.reader),
      createSummarize(ground.askSmall),
    ],
    jobs: library.jobs,
    records: [library],
  };
}

function toDocumentIndex({ index, embed }: Pick<Ground, "index" | "embed">): HandbookDeps["index"] {
  const indexDocument = createIndexDocument({ index, embed });
  return {
    indexDocument: (scope, document, text, signal) =>
      indexDocument({
        ...{ scope, documentId: document.id, title: document.title, signal, ...text },
        attributes: toAttributes(document),
      }),
    setAttributes: (scope, document) =>
      index.setAttributes(scope.id, document.id, { ...toAttributes(document) }),
    delete: (scope, documentId) =>
      scope.kind === "file" ? index.deleteScope(scope.id) : index.delete(scope.id, documentId),
    deleteScope: (scope) => index.deleteScope(scope.id),
    isEmpty: async () => (await index.listDocuments(handbookScope.id)).length === 0,
  };
}

/** What filters see of a document. */
function toAttributes({ title, name, kind, author, tags, date }: DocumentView): DocumentAttributes {
  return {
    ...{ title, name, kind, tags },
    ...(author !== undefined && { author }),
    ...(date !== undefined && { date }),
  };
}

/** Written for those who change or measure the product: beside a question on its use they are noise. */
const forEngineers = new Set([
  ...["architecture.md", "evaluation.md", "performance.md", "scorecard.md", "wires.md"],
]);

/** What ships with the product beside its code, also in a standalone build. */
async function readPages(): Promise<HandbookPage[]> {
  const docs = join(/* turbopackIgnore: true */ process.cwd(), "docs");
  const names = (await readdir(docs))
    .filter((name) => name.endsWith(".md") && !forEngineers.has(name))
    .sort();
  const pages = names.map(async (name) => ({ name, text: await readText(join(docs, name), "utf8") }));
  const readme = await readText(join(docs, "../README.md"), "utf8");
  return [{ name: "README.md", text: readme }, ...(await Promise.all(pages))];
}
