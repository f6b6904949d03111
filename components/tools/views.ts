import type { ToolStepPart } from "@/lib/client/message/approvals";
import type { ToolName } from "@/lib/protocol/tools";
import { answerDirectlyView } from "./answer-directly";
import { askHelperView } from "./ask-helper";
import { askPersonView } from "./ask-person";
import { calculateView } from "./calculate";
import { currentTimeView } from "./current-time";
import { imageGenerateView } from "./image-generate";
import { lookupView } from "./lookup";
import { memoryForgetView } from "./memory-forget";
import { memoryRetrieveView } from "./memory-retrieve";
import { memorySaveView } from "./memory-save";
import { noteReadView } from "./note-read";
import { noteWriteView } from "./note-write";
import { recallDetailsView } from "./recall-details";
import { retrieveView } from "./retrieve";
import { retrieveMoreView } from "./retrieve-more";
import { runCodeView } from "./run-code";
import { runWorkflowView } from "./run-workflow";
import { searchConversationsView } from "./search-conversations";
import { summarizeView } from "./summarize";
import type { ToolView } from "./tool-view";
import { webFetchView } from "./web-fetch";
import { webSearchView } from "./web-search";

/** Every tool's view, in the order of the catalog in `lib/tools/catalog.ts`. */
const views: { [NAME in ToolName]: ToolView<NAME> } = {
  retrieve: retrieveView,
  retrieve_more: retrieveMoreView,
  lookup: lookupView,
  summarize: summarizeView,
  web_search: webSearchView,
  web_fetch: webFetchView,
  memory_retrieve: memoryRetrieveView,
  search_conversations: searchConversationsView,
  memory_save: memorySaveView,
  memory_forget: memoryForgetView,
  note_read: noteReadView,
  note_write: noteWriteView,
  image_generate: imageGenerateView,
  recall_details: recallDetailsView,
  get_current_time: currentTimeView,
  calculate: calculateView,
  ask_person: askPersonView,
  ask_helper: askHelperView,
  run_workflow: runWorkflowView,
  run_code: runCodeView,
  answer_directly: answerDirectlyView,
};

export const toolViews: readonly ToolView[] = Object.values(views);
export const toolNames: readonly ToolName[] = toolViews.map(({ name }) => name);

/** `null` for a tool that was registered at run time, or that only an old message still names. */
export function findView(
  part: ToolStepPart,
): { view: ToolView; call: Exclude<ToolStepPart, { type: "dynamic-tool" }> } | null {
  if (part.type === "dynamic-tool") return null;
  const view = toolViews.find(({ name }) => part.type === `tool-${name}`);
  return view === undefined ? null : { view, call: part };
}
