import { notices, toLanguage } from "@/lib/agent/notices";
import { AppError } from "@/lib/errors";
import type { ToolLimit } from "@/lib/protocol/settings";
import type { AnyToolResult, ToolOutputs, ToolSummary } from "@/lib/protocol/tool-results";
import { isApproved, isChanged } from "@/lib/runs/approvals/asked-calls";
import { collectRecalled, collectSources } from "@/lib/runs/state/cited-sources";
import { findEarlier } from "@/lib/runs/context/find-earlier";
import type { RunDeps, RunToolContext, ToolHooks } from "@/lib/runs/ports";
import type { RunState } from "@/lib/runs/state/run-state";
import type { ToolSet } from "ai";

export type ToolDeps = Pick<
  RunDeps,
  | "tools"
  | "createLedger"
  | "permissionsOf"
  | "messages"
  | "searchIndex"
  | "quotas"
  | "leases"
  | "isAlone"
  | "log"
  | "now"
>;

/** The tools of a run: what a call knows, and what is done around it. */
export function createTools(deps: ToolDeps, run: RunState): ToolSet {
  const { userId, conversationId, options } = run;
  const ledger = deps.createLedger(userId, conversationId);
  const contextFor = (callId: string, signal: AbortSignal): RunToolContext => ({
    userId,
    conversationId,
    messageId: run.userMessageId,
    runId: run.id,
    callId,
    timezone: options.timezone ?? "UTC",
    language: options.language ?? "en",
    now: deps.now,
    permissions: deps.permissionsOf(userId),
    signal,
    ledger,
    findEarlier: (focus) => findEarlier(deps, run, focus),
    report: (data) => run.log.push({ type: "data-progress", transient: true, data }),
  });
  return deps.tools.toToolSet(contextFor, createToolHooks(deps, run), run.settings);
}

/** How long a call that changes something waits for the store: without a sign of it nobody could know later whether it was made. */
const intentLimitMs = 10_000;

function createToolHooks(deps: ToolDeps, run: RunState): ToolHooks {
  const limits: Partial<Record<string, ToolLimit>> = run.settings.toolLimits;
  return {
    onStart(tool, callId, input) {
      run.calls.begin({ tool, callId, input });
      run.compactions.shortenRead();
    },
    async beforeCall(tool, callId) {
      checkConsent(run, { tool, callId });
      await deps.quotas.takeToolCall(run.userId, tool, limits[tool] ?? {});
      if (!deps.tools.describe(tool).hasSideEffects) return;
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
      await run.compactions.add({ callId, tool, input, output });
      run.meter.addToolCall(toToolCall(tool, callId, input, output));
      if (tool === "recall_details") collectRecalled(run.sources, output as ToolOutputs["recall_details"]);
      if (tool === "web_search" || tool === "web_fetch") {
        collectSources(run.sources, output as Parameters<typeof collectSources>[1]);
        tellInstructions(run, output as Parameters<typeof collectSources>[1]);
      }
      // A call that was left behind when the run was cut may still have been made.
      const isLeft = run.signal.aborted && !output.ok;
      if (isLeft || !deps.tools.describe(tool).hasSideEffects) return;
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
function tellInstructions(run: RunState, output: ToolOutputs["web_search"] | ToolOutputs["web_fetch"]): void {
  if (!output.ok) return;
  const found: { title: string; instructions?: string[] }[] =
    "pages" in output.data ? output.data.pages : output.data.results;
  const titles = found.flatMap(({ title, instructions = [] }) =>
    instructions.length > 0 ? [title.slice(0, 120)] : [],
  );
  if (titles.length > 0) run.notice(notices.instructions(toLanguage(run.options.language), titles));
}

/** The last look before a call: nothing is read at an address that came from nowhere, nothing is done that only the person could have allowed. */
function checkConsent(run: RunState, { tool, callId }: { tool: string; callId: string }): void {
  const judged = run.context()?.judge.judge(tool, run.calls.inputOf(callId));
  if (judged === undefined)
    throw new AppError("internal", `${tool} was called before the conversation was read.`);
  if (judged.kind === "free" || isChanged(run.log.chunks(), callId)) return;
  if (judged.kind === "refuse")
    throw new AppError("address_refused", `${judged.message} Give addresses exactly as they stood there.`);
  if (!isApproved(run.log.chunks(), callId))
    throw new AppError("forbidden", `${tool} was not called: the person has not allowed it.`);
}

/**
 * Nothing is changed by a worker that has lost its run: another one that takes it over reads the log after it has taken it, so that
 * it sees what this one was about to do, or this one sees that it was taken.
 */
async function checkOwnership(deps: ToolDeps, run: RunState): Promise<void> {
  if (deps.isAlone) return;
  const held = await deps.leases.find(run.id);
  if (held?.lease.epoch === run.epoch && held.lease.endedAt === null) return;
  run.cut.cut("lost");
  throw new AppError("aborted", "Another server has gone on with this reply.");
}

export function toToolCall(tool: string, id: string, input: unknown, output: AnyToolResult) {
  const summary = output.ok ? toSummaryText(output.summary) : output.message;
  const { durationMs, costMicroUsd } = output.meta;
  return {
    id,
    tool,
    input,
    status: output.ok ? ("success" as const) : output.kind,
    summary,
    durationMs,
    costMicroUsd,
  };
}

function toSummaryText(summary: ToolSummary | string): string {
  return typeof summary === "string" ? summary : `${summary.key} ${JSON.stringify(summary.values)}`;
}
