import type { ConsentView } from "@/lib/agent/consent/view";
import { judgeCall, type CallJudgement } from "@/lib/agent/consent/judge-call";
import { isSaidByPerson } from "@/lib/memory/learn/own-words";
import type { Summary } from "@/lib/data/summaries";
import type { ApprovalPage } from "@/lib/protocol/approvals";
import type { ChatChunk, ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { AnyToolResult, Citation } from "@/lib/protocol/tool-results";
import { earlierId } from "@/lib/protocol/tools";
import { toMessageText } from "@/lib/protocol/message-text";
import type { RunLog } from "@/lib/runs/log/run-log";
import type { Steer } from "@/lib/data/leases";
import type { RunDeps, RunTools } from "@/lib/runs/ports";
import { findOpenStep } from "@/lib/runs/log/history";

/** Known before the reply. `summary`: of messages before these; words of pages may stand in a strange one. */
export type KnownContext = {
  messages: readonly ChatMessage[];
  summary: Pick<Summary, "text" | "isStrange"> | null;
  facts: readonly string[];
};

/** Judges calls by what the model had when it asked for them: parallel calls know no others' results. */
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
    if (seen?.steering !== steering)
      seen = { view: toView(deps.tools, run, known, [...earlier, ...found]), steering };
    return seen.view;
  }
  return {
    see(results) {
      found = results;
      seen = null;
    },
    judge: (tool, input) =>
      judgeCall(
        { approval: deps.tools.describe(tool).approval, request: deps.tools.readRequest(tool, input) },
        read(),
      ),
    listPages: () => [...read().pages],
  };
}

/** A call that gave something, by the tool's name that models know. */
export type CallResult = { tool: string; input: unknown; output: AnyToolResult };

function toView(
  tools: RunTools,
  run: JudgedRun,
  { messages, summary, facts }: KnownContext,
  results: readonly CallResult[],
): ConsentView {
  const isOrigin = (origin: string) => (call: CallResult) => tools.describe(call.tool).origin === origin;
  const given = results.filter(({ output }) => output.ok).map((result) => toOwnOrigin(tools, result));
  const told = given.flatMap((call) => (isRecalledMessages(call) ? [call.output.text] : []));
  const strange = given.filter((call) => isOrigin("stranger")(call) && !isRecalledMessages(call));
  const found = strange.map((call) => ({ ...call, citations: tools.listCitations(call.tool, call.output) }));
  const requests = given.flatMap(({ tool, input }) => tools.readRequest(tool, input) ?? []);
  const question = [toMessageText(run.userMessage), ...listSteering(run)].join("\n");
  const before = messages
    .filter(({ role, id }) => role === "user" && id !== run.userMessageId)
    .map(toMessageText);
  return {
    // Only that there is such text: which of its words are a page's nobody knows.
    strangers: [
      ...(summary?.isStrange === true || told.length > 0 ? [""] : []),
      ...strange.map(({ output }) => toText(output)),
    ],
    pages: toPages(found.map(({ citations }) => citations)),
    question,
    earlier: before,
    isSaid: (fact) => isSaidByPerson(fact, [question, ...before]),
    summary: [...(summary === null ? [] : [summary.text]), ...told].join("\n"),
    facts: [...facts, ...given.filter(isOrigin("person")).map(({ output }) => toText(output))],
    listed: found
      .filter(({ citations }) => citations.some(({ kind }) => kind === "listed"))
      .map(({ output }) => toText(output)),
    fetched: requests.flatMap((request) => (request.reason === "address" ? request.urls : [])),
    sent: requests.flatMap((request) => (request.reason === "query" ? [request.query] : [])),
  };
}

function toText(output: AnyToolResult): string {
  return output.ok ? output.text : "";
}

/** What one of our own tools gave stays the person's own when it is recalled. */
function toOwnOrigin(tools: RunTools, result: CallResult): CallResult {
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
  return tools.describe(origin).origin === "stranger" ? result : { ...result, tool: origin };
}

/** Messages are no page: their words stay as private as they were; an answer's address was the model's. */
function isRecalledMessages(
  call: CallResult,
): call is CallResult & { output: Extract<AnyToolResult, { ok: true }> } {
  const { tool, output } = call;
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

const mostPages = 5;

/** The newest first; those that tried to give instructions before all others. */
function toPages(citations: readonly (readonly Citation[])[]): ApprovalPage[] {
  const byUrl = new Map(citations.toReversed().flatMap((own) => own.map((one) => [one.url, one] as const)));
  return [...byUrl.values()]
    .sort((a, b) => Number(isSuspect(b)) - Number(isSuspect(a)))
    .slice(0, mostPages)
    .map(({ title, url, number }) => ({ title, url, number }));
}

function isSuspect({ instructions = [] }: Citation): boolean {
  return instructions.length > 0;
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

/** Some servers reuse ids in a later step: a result belongs to the newest call of its id before it. */
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
