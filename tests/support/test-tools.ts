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
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import type { ToolName } from "@/lib/protocol/tools";
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

/** All tools of ours over what a test stands them on; the compiler names one that is missing. */
export function createTestTools(deps: TestToolsDeps) {
  const { memory, library, askSmall: ask } = deps;
  const found = { search: deps.searchDocuments, library };
  const tools: { [NAME in ToolName]: ToolDefinition<NAME> } = {
    ...{ retrieve: createRetrieve(found), retrieve_more: createRetrieveMore(found) },
    ...{ lookup: createLookup(library), summarize: createSummarize(ask) },
    ...{ memory_save: createMemorySave(memory), memory_retrieve: createMemoryRetrieve(memory) },
    ...{ memory_forget: createMemoryForget(memory) },
    ...{ note_read: createNoteRead(memory), note_write: createNoteWrite(memory) },
    search_conversations: createSearchConversations(deps.findSaid),
    web_search: createWebSearch(deps.search),
    web_fetch: createWebFetch({ readPage: deps.readPage, ask, compare: deps.compareMeaning }),
    image_generate: createImageGenerate(deps.findImageGenerator, deps.saveImage),
    ...{ recall_details: createRecallDetails(ask), get_current_time: createCurrentTime() },
    ...{ calculate: createCalculate(), ask_person: createAskPerson(), ask_helper: createAskHelper() },
    ...{ run_workflow: createRunWorkflow(), run_code: createRunCode() },
    answer_directly: createAnswerDirectly(),
  };
  return createToolCatalog({ ...deps, tools: Object.values(tools) });
}
