import type { DocumentKind, ReadRoute } from "./evidence";
import type { ToolInputs, ToolName } from "./tools";

export type ToolFailureKind = "error" | "timeout" | "denied" | "invalid_input" | "unavailable" | "not_found";

/** What the runner measured for every call. `costMicroUsd` is what the call itself cost, models and engines included. */
export type ToolMeta = {
  durationMs: number;
  costMicroUsd: number;
  tokens: number;
  version: string;
  attempts: number;
};

/** A numbered source that the model sees as `[number]` and the answer cites; the number is unique in the conversation. */
export type CitedSource = {
  number: number;
  evidenceId: string;
  url: string;
  title: string;
  site: string;
  publishedAt?: string;
};

export type WebSearchOutput = {
  engine: string;
  results: (CitedSource & { snippet: string; instructions?: string[] })[];
  /** Sentences on what an engine did differently from what was asked, and which ones did not answer. */
  notes: string[];
  /** Names of all engines whose results are among these, and of those that failed, with why. */
  served?: string[];
  failed?: { engine: string; message: string }[];
};
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
/** `replaced`: what it says in the place of. */
export type RememberedFact = {
  id: string;
  content: string;
  category: string;
  tier: string;
  replaced?: string;
};
export type MemoryRetrieveOutput = { facts: RememberedFact[] };
export type MemorySaveOutput = { saved: RememberedFact[]; skipped: { content: string; why: string }[] };
/** `url` is our own address of the stored picture. */
export type ImageGenerateOutput = { url: string; mediaType: string; description: string; model: string };
/** `tool`: the one whose result it is, where that was no page and no search. */
export type RecallDetailsOutput = {
  resultId: string;
  url?: string;
  title: string;
  text: string;
  number?: number;
  tool?: string;
};
/** A message that the model is not shown any more; `resultIds`: what its tools had given. */
export type EarlierMessage = { seq: number; role: "user" | "assistant"; text: string; resultIds: string[] };
export type CurrentTimeOutput = {
  timezone: string;
  iso: string;
  /** For a person: weekday, date, time and zone. */
  text: string;
  compare: { timezone: string; iso: string; text: string; differenceHours: number }[];
  shifted?: { offset: string; iso: string; text: string };
};
/** `isExact` is false where the result was rounded. */
export type CalculateOutput = { expression: string; result: string; isExact: boolean };

type ToolData = {
  web_search: WebSearchOutput;
  web_fetch: WebFetchOutput;
  memory_retrieve: MemoryRetrieveOutput;
  memory_save: MemorySaveOutput;
  image_generate: ImageGenerateOutput;
  recall_details: RecallDetailsOutput;
  get_current_time: CurrentTimeOutput;
  calculate: CalculateOutput;
};

export type ToolSuccess<DATA> = {
  ok: true;
  /** What the model reads. */
  text: string;
  /** What it reads of a long one in later steps and turns. */
  compact?: string;
  /** One sentence for the trail, in the interface's words: a message key with values. */
  summary: ToolSummary;
  data: DATA;
  meta: ToolMeta;
};
export type ToolFailure = {
  ok: false;
  kind: ToolFailureKind;
  /** What happened, safe to show and to read. */
  message: string;
  /** What the model may try instead. */
  hint: string;
  meta: ToolMeta;
};
export type ToolResult<DATA> = ToolSuccess<DATA> | ToolFailure;
/** A call of any tool, one that was registered while the server runs too: that sums up in a sentence of its own. */
export type AnyToolResult =
  (Omit<ToolSuccess<unknown>, "summary" | "data"> & { summary: ToolSummary | string }) | ToolFailure;
export type ToolSummary = { key: ToolSummaryKey; values: Record<string, string | number> };
export type ToolSummaryKey =
  | "foundResults"
  | "readPages"
  | "foundFacts"
  | "savedFacts"
  | "madeImage"
  | "recalled"
  | "recalledMessages"
  | "toldTime"
  | "calculated";

export type ToolOutputs = { [NAME in ToolName]: ToolResult<ToolData[NAME]> };
export type ToolOutputData<NAME extends ToolName> = ToolData[NAME];

/** The tools as the AI SDK's message type wants them: input and output by name. */
export type ChatTools = { [NAME in ToolName]: { input: ToolInputs[NAME]; output: ToolOutputs[NAME] } };
