import type { FindSaid } from "@/lib/features/recall/find-said";
import type { LibraryReader } from "@/lib/features/documents/library";
import type { SearchDocuments } from "@/lib/features/documents/search";
import type { Memory } from "@/lib/features/memory/memory";
import type { AskSmall, CompareMeaning } from "@/lib/protocol/ask";
import { createAnswerDirectly } from "@/lib/engine/tools/answer-directly/answer-directly";
import { createAskHelper } from "@/lib/features/plans/tools/ask-helper/ask-helper";
import { createAskPerson } from "@/lib/engine/tools/ask-person/ask-person";
import { createCalculate } from "@/lib/features/basics/tools/calculate/calculate";
import { createToolCatalog, type ToolCatalogDeps } from "@/lib/engine/tools/catalog";
import { createCurrentTime } from "@/lib/features/basics/tools/current-time/current-time";
import {
  createImageGenerate,
  type FindImageGenerator,
} from "@/lib/features/images/tools/image-generate/image-generate";
import type { SaveImage } from "@/lib/data/files";
import { createLookup } from "@/lib/features/documents/tools/lookup/lookup";
import { createMemoryForget } from "@/lib/features/memory/tools/memory-forget/memory-forget";
import { createMemoryRetrieve } from "@/lib/features/memory/tools/memory-retrieve/memory-retrieve";
import { createMemorySave } from "@/lib/features/memory/tools/memory-save/memory-save";
import { createNoteRead } from "@/lib/features/memory/tools/note-read/note-read";
import { createNoteWrite } from "@/lib/features/memory/tools/note-write/note-write";
import { createRecallDetails } from "@/lib/engine/tools/recall-details/recall-details";
import { createRetrieve } from "@/lib/features/documents/tools/retrieve/retrieve";
import { createRetrieveMore } from "@/lib/features/documents/tools/retrieve-more/retrieve-more";
import { createRunCode } from "@/lib/features/code/tools/run-code/run-code";
import { createRunWorkflow } from "@/lib/features/workflows/tools/run-workflow/run-workflow";
import { createSearchConversations } from "@/lib/features/recall/tools/search-conversations/search-conversations";
import { createSummarize } from "@/lib/features/documents/tools/summarize/summarize";
import { createWebFetch, type ReadWebPage } from "@/lib/features/web/tools/web-fetch/web-fetch";
import { createWebSearch, type WebSearch } from "@/lib/features/web/tools/web-search/web-search";

export type TestToolsDeps = Omit<ToolCatalogDeps, "tools"> & {
  search: WebSearch;
  readPage: ReadWebPage;
  memory: Memory;
  findImageGenerator: FindImageGenerator;
  saveImage: SaveImage;
  askSmall: AskSmall;
  compareMeaning: CompareMeaning;
  searchDocuments: SearchDocuments;
  library: LibraryReader;
  findSaid: FindSaid;
};

/** All tools of ours over what a test stands them on. */
export function createTestTools(deps: TestToolsDeps) {
  const { memory, library, askSmall: ask } = deps;
  const found = { search: deps.searchDocuments, library };
  const tools = [
    ...[createRetrieve(found), createRetrieveMore(found), createLookup(library), createSummarize(ask)],
    ...[createMemorySave(memory), createMemoryRetrieve(memory), createMemoryForget(memory)],
    ...[createNoteRead(memory), createNoteWrite(memory), createSearchConversations(deps.findSaid)],
    createWebSearch(deps.search),
    createWebFetch({ readPage: deps.readPage, ask, compare: deps.compareMeaning }),
    createImageGenerate(deps.findImageGenerator, deps.saveImage),
    ...[createRecallDetails(ask), createCurrentTime(), createCalculate(), createAskPerson()],
    ...[createAskHelper(), createRunWorkflow(), createRunCode(), createAnswerDirectly()],
  ];
  return createToolCatalog({ ...deps, tools });
}
