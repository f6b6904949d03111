import { notices } from "@/lib/engine/loop/notices";
import { deniedMessage } from "@/lib/engine/loop/consent/permit-call";
import { AppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { ToolCallRecord } from "@/lib/protocol/run-record";
import type { ToolLimit } from "@/lib/protocol/settings";
import type { AnyToolResult, Citation, ToolSummary } from "@/lib/protocol/tool-results";
import { isApproved, isChanged } from "@/lib/engine/consent/asked-calls";
import { addCitations } from "@/lib/engine/run/cited-sources";
import { toAskHelper } from "@/lib/engine/plan/ask-helper";
import { toRunWorkflow } from "@/lib/engine/plan/run-workflow";
import { findEarlier } from "@/lib/engine/context/find-earlier";
import { toReplyDocuments } from "@/lib/engine/opening/reply-documents";
import type { RunDeps, RunToolContext, ToolHooks } from "@/lib/engine/ports";
import type { RunState } from "@/lib/engine/run/run-state";
import { mayAskHelpers, mayRunWorkflows } from "@/lib/engine/task";
import type { ToolOffers } from "@/lib/protocol/tools";
import type { ToolSet } from "ai";
import { z } from "zod";

export type ToolDeps = Pick<
  RunDeps,
  | "tools"
  | "permissionsOf"
  | "createLedger"
  | "messages"
  | "searchIndex"
  | "quotas"
  | "leases"
  | "isAlone"
  | "steps"
  | "agents"
  | "runs"
  | "workflows"
  | "log"
  | "now"
>;

/** The tools of a run: what a call knows, and what is done around it. */
export function createTools(deps: ToolDeps, run: RunState, offers?: ToolOffers): ToolSet {
  const { userId, conversationId, options } = run;
  const ledger = deps.createLedger(userId, run.sourcesOf);
  const documents = toReplyDocuments(deps, run);
  const contextFor = (callId: string, signal: AbortSignal): RunToolContext => ({
    userId,
    conversationId,
    messageId: run.userMessageId,
    runId: run.id,
    callId,
    timezone: options.timezone ?? "UTC",
    language: options.language ?? "en",
    ...(options.focus !== undefined && { focus: options.focus }),
    now: deps.now,
    signal,
    ledger,
    documents,
    ...(mayAskHelpers(run.task) && { askHelper: toAskHelper(deps, run, run.task, callId) }),
    ...(mayRunWorkflows(run.task) && { runWorkflow: toRunWorkflow(deps, run, callId) }),
    findEarlier: (focus) => findEarlier(deps, run, focus),
    report: (data) => run.log.push({ type: "data-progress", transient: true, data }),
  });
  return deps.tools.toToolSet(contextFor, createToolHooks(deps, run), run.settings, offers);
}

/** How long a changing call waits for the store: without a sign nobody could know whether it was made. */
const intentLimitMs = 10_000;

function createToolHooks(deps: ToolDeps, run: RunState): ToolHooks {
  const limits: Partial<Record<string, ToolLimit>> = run.settings.toolLimits;
  const taken = new Set<string>();
  return {
    onStart(tool, callId, input) {
      run.calls.begin({ tool, callId, input });
      run.compactions.shortenRead();
    },
    async beforeCall(tool, callId) {
      const judge = run.context()?.judge;
      judge?.permit(await deps.permissionsOf(run.userId));
      if (judge?.permissionOf(tool)?.permission === "deny") throw new AppError("forbidden", deniedMessage);
      await checkConsent(run, { tool, callId });
      const { countedAs, effect } = deps.tools.describe(tool);
      await deps.quotas.takeToolCall(run.userId, countedAs, limits[tool] ?? {});
      taken.add(callId);
      if (effect === "none") return;
      const beside = run.calls.listUnseen().filter((call) => call.callId !== callId);
      run.log.mark({
        mark: "intent",
        callId,
        tool,
        input: run.calls.inputOf(callId),
        ...(beside.length === 0 ? {} : { beside }),
      });
      await run.writer.flush(intentLimitMs);
      await checkOwnership(deps, run);
    },
    async onEnd(tool, callId, input, output) {
      run.calls.end({ tool, input, output });
      if (taken.delete(callId) && !output.ok)
        await deps.quotas
          .returnToolCall(run.userId, deps.tools.describe(tool).countedAs, limits[tool] ?? {})
          .catch((error: unknown) => deps.log.warn("call_not_returned", { runId: run.id, error }));
      if (deps.tools.describe(tool).isDynamic) run.purse.add(output.meta.costMicroUsd);
      await run.compactions.add({ callId, tool, input, output });
      run.meter.addToolCall(toToolCall(tool, callId, input, output));
      const citations = deps.tools.listCitations(tool, output);
      addCitations(run.sources, citations);
      run.trace.tool(
        { callId, tool, input },
        output,
        citations.map(({ number }) => number),
      );
      reportInstructions(run, citations);
      // A call that was left behind when the run was cut may still have been made.
      const isLeft = run.signal.aborted && !output.ok;
      if (isLeft || deps.tools.describe(tool).effect === "none") return;
      run.log.mark({ mark: "done", callId, tool, input, output });
      // What was not executed need not be kept before it is told.
      if (output.meta.attempts === 0) return;
      await run.writer
        .flush(intentLimitMs)
        .catch((error: unknown) => deps.log.warn("result_not_logged", { runId: run.id, error }));
    },
  };
}

/** Says which of the pages that were found try to instruct the model. */
function reportInstructions(run: RunState, citations: readonly Citation[]): void {
  const titles = citations.flatMap(({ title, instructions = [] }) =>
    instructions.length > 0 ? [title.slice(0, 120)] : [],
  );
  if (titles.length > 0) run.notice(notices.instructions(titles));
}

/**
 * The last look: nothing is read or sent that came from nowhere, or that only the person could have allowed.
 */
async function checkConsent(
  run: RunState,
  { tool, callId }: { tool: string; callId: string },
): Promise<void> {
  const judge = run.context()?.judge;
  const judged = await judge?.settle(tool, run.calls.inputOf(callId));
  if (judge === undefined || judged === undefined)
    throw new AppError("internal", `${tool} was called before the conversation was read.`);
  if (judged.kind === "free") return;
  const chunks = run.log.chunks();
  if (isChanged(chunks, callId) || isApproved(chunks, callId))
    return judge.noteAllowed(tool, run.calls.inputOf(callId));
  if (judged.kind === "refuse") throw new AppError("address_refused", judged.message);
  throw new AppError("forbidden", `${tool} was not called: the person has not allowed it.`);
}

/**
 * Nothing is changed by a worker that has lost its run: another one that takes it over reads the log after it
 * has taken it, so that it sees what this one was about to do, or this one sees that it was taken.
 */
async function checkOwnership(deps: ToolDeps, run: RunState): Promise<void> {
  if (deps.isAlone) return;
  const held = await deps.leases.find(run.id);
  if (held?.lease.epoch === run.epoch && held.lease.endedAt === null) return;
  run.cut.cut("lost");
  throw new AppError("aborted", "Another server has gone on with this reply.");
}

/** A call of no tool, by an unknown name or with no JSON as input, stands in the record like every other. */
export function recordRefusedCall(
  deps: Pick<RunDeps, "tools" | "log">,
  run: RunState,
  { toolCallId, toolName, input, errorText }: Extract<ChatChunk, { type: "tool-input-error" }>,
): void {
  const isDenied = run.context()?.judge.permissionOf(toolName)?.permission === "deny";
  const isKnown = deps.tools.describe(toolName).isKnown;
  const status = isDenied ? "denied" : isKnown ? "invalid_input" : "not_found";
  const measured = { status, durationMs: 0 } as const;
  run.trace.note("refused_call", { callId: toolCallId, tool: toolName, status, errorText });
  run.meter.addToolCall({
    id: toolCallId,
    tool: toolName,
    input,
    summary: errorText,
    costMicroUsd: 0,
    ...measured,
  });
  deps.log.info("tool_called", {
    tool: toolName,
    runId: run.id,
    callId: toolCallId,
    attempts: 0,
    ...measured,
  });
}

export function toToolCall(tool: string, id: string, input: unknown, output: AnyToolResult) {
  const summary = output.ok ? toSummaryText(output.summary) : output.message;
  const { durationMs, costMicroUsd, tokens } = output.meta;
  const engines = listEngines(output);
  return {
    id,
    tool,
    input,
    status: output.ok ? ("success" as const) : output.kind,
    summary,
    durationMs,
    costMicroUsd,
    tokens,
    ...(engines && { engines }),
  };
}

/** Of a search. */
function listEngines(output: unknown): ToolCallRecord["engines"] {
  const asked = searchedSchema.safeParse(output).data?.data;
  if (asked === undefined) return undefined;
  return [
    ...asked.served.map((name) => ({ name, isServing: true })),
    ...asked.failed.map(({ engine: name }) => ({ name, isServing: false })),
  ];
}

const searchedSchema = z.object({
  data: z.object({ served: z.array(z.string()), failed: z.array(z.object({ engine: z.string() })) }),
});

function toSummaryText(summary: ToolSummary | string): string {
  return typeof summary === "string" ? summary : `${summary.key} ${JSON.stringify(summary.values)}`;
}
