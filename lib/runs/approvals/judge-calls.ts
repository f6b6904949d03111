import type { ConsentView } from "@/lib/agent/consent/view";
import { judgeCall, type CallJudgement } from "@/lib/agent/consent/judge-call";
import { isSaidByPerson } from "@/lib/memory/learn/own-words";
import type { Summary } from "@/lib/data/summaries";
import type { ApprovalPage } from "@/lib/protocol/approvals";
import type { ChatChunk, ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import { earlierId } from "@/lib/protocol/tools";
import { toMessageText } from "@/lib/protocol/message-text";
import type { RunLog } from "@/lib/runs/log/run-log";
import type { Steer } from "@/lib/data/leases";
import type { RunDeps } from "@/lib/runs/ports";
import { findOpenStep } from "@/lib/runs/log/history";

/** What of the conversation is known before the reply begins. `summary`: of the messages before these; words of pages may stand in a strange one. */
export type KnownContext = {
  messages: readonly ChatMessage[];
  summary: Pick<Summary, "text" | "isStrange"> | null;
  facts: readonly string[];
};

/** Judges the calls of a run by what the model was given when it asked for them: calls beside each other do not know each other's results. */
export type Judge = {
  /** What this reply had found before the step that runs. */
  see(results: readonly CallResult[]): void;
  judge(tool: string, input: unknown): CallJudgement;
  listPages(): ApprovalPage[];
};

/** The run whose calls are judged. */
type JudgedRun = {
  userMessage: ChatMessage;
  userMessageId: string;
  log: Pick<RunLog, "chunks">;
  steering: { listWaiting(): readonly Steer[] };
};

export function createJudge(deps: Pick<RunDeps, "tools">, run: JudgedRun, known: KnownContext): Judge {
  const earlier = known.messages.flatMap(listResults);
  let found: readonly CallResult[] = listStepResults(run.log.chunks());
  let seen: { view: ConsentView; steering: string } | null = null;
  // All calls of a step are judged by one view, so that its texts are read once.
  function read(): ConsentView {
    const steering = listSteering(run).join("\n");
    if (seen?.steering !== steering) seen = { view: toView(run, known, [...earlier, ...found]), steering };
    return seen.view;
  }
  return {
    see(results) {
      found = results;
      seen = null;
    },
    judge: (tool, input) =>
      judgeCall({ tool, input, hasEffects: deps.tools.describe(tool).hasEffects }, read()),
    listPages: () => [...read().pages],
  };
}

/** A call that gave something, by the tool's name that models know. */
export type CallResult = { tool: string; input: unknown; output: AnyToolResult };

/** What these bring is the person's own, or ours. */
const ownTools: ReadonlySet<string> = new Set([
  "memory_retrieve",
  "memory_save",
  "image_generate",
  "get_current_time",
  "calculate",
]);

function toView(
  run: JudgedRun,
  { messages, summary, facts }: KnownContext,
  results: readonly CallResult[],
): ConsentView {
  const given = results.filter(({ output }) => output.ok).map(toOwnOrigin);
  const told = given.flatMap(({ tool, output }) => (isRecalledMessages(tool, output) ? [output.text] : []));
  const strange = given.filter(
    ({ tool, output }) => !ownTools.has(tool) && !isRecalledMessages(tool, output),
  );
  const question = [toMessageText(run.userMessage), ...listSteering(run)].join("\n");
  const before = messages
    .filter(({ role, id }) => role === "user" && id !== run.userMessageId)
    .map(toMessageText);
  return {
    // Only that there is such text: which of its words are a page's nobody knows.
    strangers: [
      ...(summary?.isStrange === true || told.length > 0 ? [""] : []),
      ...strange.map(({ output }) => (output.ok ? output.text : "")),
    ],
    pages: toPages(strange),
    question,
    earlier: before,
    isSaid: (fact) => isSaidByPerson(fact, [question, ...before]),
    summary: [...(summary === null ? [] : [summary.text]), ...told].join("\n"),
    facts: [
      ...facts,
      ...given.flatMap(({ tool, output }) => (tool === "memory_retrieve" && output.ok ? [output.text] : [])),
    ],
    listed: strange.flatMap(({ tool, output }) => (tool === "web_search" && output.ok ? [output.text] : [])),
    fetched: given.flatMap(({ tool, input }) => (tool === "web_fetch" ? toAddresses(input) : [])),
    isSuspect: strange.some(
      ({ output }) =>
        output.ok && "data" in output && listPlaces(output.data).some(({ isSuspect }) => isSuspect),
    ),
    sent: given.flatMap(({ tool, input }) => (tool === "web_search" ? [toQuery(input)] : [])),
  };
}

/** What one of our own tools gave stays the person's own when it is recalled. */
function toOwnOrigin(result: CallResult): CallResult {
  const { tool, output } = result;
  if (
    tool !== "recall_details" ||
    !output.ok ||
    !("data" in output) ||
    typeof output.data !== "object" ||
    output.data === null
  )
    return result;
  const origin = "tool" in output.data && typeof output.data.tool === "string" ? output.data.tool : "";
  return ownTools.has(origin) ? { ...result, tool: origin } : result;
}

/** Messages of this conversation are no page: their words are as private as they were, and an address in an answer was the model's. */
function isRecalledMessages(tool: string, output: AnyToolResult): output is AnyToolResult & { ok: true } {
  return (
    tool === "recall_details" &&
    output.ok &&
    "data" in output &&
    typeof output.data === "object" &&
    output.data !== null &&
    "resultId" in output.data &&
    output.data.resultId === earlierId
  );
}

function listSteering(run: JudgedRun): string[] {
  const said = run.log
    .chunks()
    .flatMap((chunk) =>
      chunk.type === "steering-message"
        ? chunk.parts.map((part) => (part.type === "text" ? part.text : ""))
        : [],
    );
  return [...said, ...run.steering.listWaiting().map(({ text }) => text)];
}

function toAddresses(input: unknown): string[] {
  return typeof input === "object" && input !== null && "urls" in input && Array.isArray(input.urls)
    ? input.urls.filter((url) => typeof url === "string")
    : [];
}

function toQuery(input: unknown): string {
  return typeof input === "object" && input !== null && "query" in input && typeof input.query === "string"
    ? input.query
    : "";
}

const mostPages = 5;

/** The newest first; those that tried to give instructions before all others. */
function toPages(results: readonly CallResult[]): ApprovalPage[] {
  const found = results
    .toReversed()
    .flatMap(({ output }) => (output.ok && "data" in output ? listPlaces(output.data) : []));
  const byUrl = new Map(found.map((page) => [page.url, page]));
  const pages = [...byUrl.values()].sort((a, b) => Number(b.isSuspect) - Number(a.isSuspect));
  return pages
    .slice(0, mostPages)
    .map(({ title, url, number }) => ({ title, url, ...(number === undefined ? {} : { number }) }));
}

type Place = ApprovalPage & { isSuspect: boolean };

function listPlaces(data: unknown): Place[] {
  if (typeof data !== "object" || data === null) return [];
  if ("pages" in data && Array.isArray(data.pages)) return data.pages.flatMap(toPlace);
  if ("results" in data && Array.isArray(data.results)) return data.results.flatMap(toPlace);
  return toPlace(data);
}

function toPlace(value: unknown): Place[] {
  if (typeof value !== "object" || value === null || !("url" in value) || typeof value.url !== "string")
    return [];
  const title = "title" in value && typeof value.title === "string" ? value.title : value.url;
  const number = "number" in value && typeof value.number === "number" ? { number: value.number } : {};
  return [
    {
      title,
      url: value.url,
      ...number,
      isSuspect:
        "instructions" in value && Array.isArray(value.instructions) && value.instructions.length > 0,
    },
  ];
}

function listResults(message: ChatMessage): CallResult[] {
  return message.parts.flatMap((part) => {
    const tool = toToolName(part);
    return tool === null || !("output" in part) || part.state !== "output-available"
      ? []
      : [{ tool, input: part.input, output: part.output as AnyToolResult }];
  });
}

function toToolName(part: ChatPart): string | null {
  if (part.type === "dynamic-tool") return part.toolName;
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : null;
}

/** What was found before the newest step that is not over. */
function listStepResults(chunks: readonly ChatChunk[]): CallResult[] {
  const open = findOpenStep(chunks);
  return listRunResults(open === null ? chunks : chunks.slice(0, chunks.length - open.length));
}

/** Some servers use the same id again in a later step: a result belongs to the newest call of its id before it. */
export function listRunResults(chunks: readonly ChatChunk[]): CallResult[] {
  const calls = new Map<string, { tool: string; input: unknown }>();
  return chunks.flatMap((chunk) => {
    if (chunk.type === "tool-input-available")
      calls.set(chunk.toolCallId, { tool: chunk.toolName, input: chunk.input });
    const call = chunk.type === "tool-output-available" ? calls.get(chunk.toolCallId) : undefined;
    return chunk.type === "tool-output-available" && call !== undefined
      ? [{ ...call, output: chunk.output as AnyToolResult }]
      : [];
  });
}
