import type { Reply } from "@/lib/engine/run/reply";
import { notices } from "@/lib/engine/loop/notices";
import { deniedMessage } from "@/lib/engine/loop/consent/permit-call";
import { AppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { ToolCallRecord } from "@/lib/protocol/run-record";
import type { ToolLimit } from "@/lib/protocol/settings";
import type { AnyToolResult, Citation, ToolSummary } from "@/lib/protocol/tool-results";
import { isApproved, isChanged } from "@/lib/engine/consent/asked-calls";
import { addCitations } from "@/lib/engine/cited-sources";
import { askHelper, toAskHelper } from "@/lib/engine/plan/ask-helper";
import { runWorkflow, toRunWorkflow } from "@/lib/engine/plan/run-workflow";
import { earlierMessages, findEarlier } from "@/lib/engine/context/find-earlier";
import { listResults, listRunResults } from "@/lib/engine/consent/judge-calls";
import type { WordedTools } from "@/lib/engine/opening/open-context";
import type { CallingReply } from "@/lib/engine/feature";
import type { RunToolContext, ToolHooks, RunHost } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { makeHelpedReply, type MakeHelpedReply } from "@/lib/engine/plan/helped-reply";
import { mayAskHelpers, mayRunWorkflows } from "@/lib/engine/task";
import type { ToolSet } from "ai";
import { z } from "zod";

/** The tools of a run: what a call knows, and what is done around it. */
export function createTools(host: RunHost, run: Run, wordings?: WordedTools): ToolSet {
  const { userId, conversationId, options, place, task } = run.brief;
  const ledger = host.sources.createLedger(userId, run.brief.sourcesOf);
  const makeReply: MakeHelpedReply = (start, call) => makeHelpedReply(host.tasks, run, start, call);
  for (const { onCalls } of host.features) onCalls?.(run, toCallingReply(run));
  earlierMessages.put(run, (focus) => findEarlier(host.records, { userId, conversationId, ...place }, focus));
  if (mayAskHelpers(task)) askHelper.put(run, toAskHelper(host, run, task, makeReply));
  if (mayRunWorkflows(task)) runWorkflow.put(run, toRunWorkflow(host, run, makeReply));
  const contextFor = (callId: string, signal: AbortSignal): RunToolContext => ({
    userId,
    conversationId,
    messageId: run.brief.question.id,
    runId: run.brief.id,
    ...{ callId, run },
    timezone: options.timezone ?? "UTC",
    language: options.language ?? "en",
    ...(options.focus !== undefined && { focus: options.focus }),
    now: host.now,
    signal,
    ledger,
    report: (data) => run.reply.log.push({ type: "data-progress", transient: true, data }),
  });
  const hooks = createToolHooks(host, run, {
    saved: run.control.saved,
    checkOwn: () => checkOwnership(host, run),
  });
  return host.tools.toToolSet(contextFor, hooks, run.brief.settings, wordings);
}

function toCallingReply({ brief, context, reply }: Pick<Run, "brief" | "context" | "reply">): CallingReply {
  return {
    brief,
    ownChunks: reply.ownChunks,
    results: () => [
      ...(context.opened()?.messages ?? []).flatMap(listResults),
      ...listRunResults(reply.log.chunks()),
      ...reply.calls.results(),
    ],
    contextTokens: () => context.given().room?.total ?? null,
  };
}

/** How long a changing call waits for the store: without a sign nobody could know whether it was made. */
const intentLimitMs = 10_000;

type BeforeCalls = { saved: Promise<void>; checkOwn: () => Promise<void> };

function createToolHooks(host: RunHost, run: RunParts, { saved, checkOwn }: BeforeCalls): ToolHooks {
  const limits: Partial<Record<string, ToolLimit>> = run.brief.settings.toolLimits;
  const taken = new Set<string>();
  return {
    onStart(tool, callId, input) {
      run.reply.calls.begin({ tool, callId, input });
      run.context.compactions.shortenRead();
    },
    async beforeCall(tool, callId) {
      await saved;
      const judge = run.context.opened()?.judge;
      judge?.permit(await host.permissions.of(run.brief.userId));
      if (judge?.permissionOf(tool)?.permission === "deny") throw new AppError("forbidden", deniedMessage);
      await checkConsent(run, { tool, callId });
      const { countedAs, effect } = host.tools.describe(tool);
      await host.records.quotas.takeToolCall(run.brief.userId, countedAs, limits[tool] ?? {});
      taken.add(callId);
      if (effect === "none") return;
      const beside = run.reply.calls.listUnseen().filter((call) => call.callId !== callId);
      const input = run.reply.calls.inputOf(callId);
      run.reply.log.mark({ mark: "intent", callId, tool, input, ...(beside.length > 0 && { beside }) });
      await run.reply.writer.flush(intentLimitMs);
      await checkOwn();
    },
    async onEnd(tool, callId, input, output) {
      run.reply.calls.end({ tool, input, output });
      if (taken.delete(callId) && !output.ok)
        await host.records.quotas
          .returnToolCall(run.brief.userId, host.tools.describe(tool).countedAs, limits[tool] ?? {})
          .catch((error: unknown) => host.log.warn("call_not_returned", { runId: run.brief.id, error }));
      if (host.tools.describe(tool).isDynamic) run.account.purse.add(output.meta.costMicroUsd);
      await run.context.compactions.add({ callId, tool, input, output });
      run.account.meter.addToolCall(toToolCall(tool, callId, input, output));
      const citations = host.tools.listCitations(tool, output);
      addCitations(run.reply.sources, citations);
      const numbers = citations.map(({ number }) => number);
      run.reply.trace.tool({ callId, tool, input }, output, numbers);
      reportInstructions(run.reply, citations);
      // A call that was left behind when the run was cut may still have been made.
      const isLeft = run.signal.aborted && !output.ok;
      if (isLeft || host.tools.describe(tool).effect === "none") return;
      run.reply.log.mark({ mark: "done", callId, tool, input, output });
      // What was not executed need not be kept before it is told.
      if (output.meta.attempts === 0) return;
      await run.reply.writer
        .flush(intentLimitMs)
        .catch((error: unknown) => host.log.warn("result_not_logged", { runId: run.brief.id, error }));
    },
  };
}

/** Says which of the pages that were found try to instruct the model. */
function reportInstructions(reply: Reply, citations: readonly Citation[]): void {
  const titles = citations.flatMap(({ title, instructions = [] }) =>
    instructions.length > 0 ? [title.slice(0, 120)] : [],
  );
  if (titles.length > 0) reply.notice(notices.instructions(titles));
}

/**
 * The last look: nothing is read or sent that came from nowhere, or that only the person could have allowed.
 */
async function checkConsent(
  run: Pick<Run, "context" | "reply">,
  { tool, callId }: { tool: string; callId: string },
): Promise<void> {
  const judge = run.context.opened()?.judge;
  const judged = await judge?.settle(tool, run.reply.calls.inputOf(callId));
  if (judge === undefined || judged === undefined)
    throw new AppError("internal", `${tool} was called before the conversation was read.`);
  if (judged.kind === "free") return;
  const chunks = run.reply.log.chunks();
  if (isChanged(chunks, callId) || isApproved(chunks, callId))
    return judge.noteAllowed(tool, run.reply.calls.inputOf(callId));
  if (judged.kind === "refuse") throw new AppError("address_refused", judged.message);
  throw new AppError("forbidden", `${tool} was not called: the person has not allowed it.`);
}

/**
 * Nothing is changed by a worker that has lost its run: another one that takes it over reads the log after it
 * has taken it, so that it sees what this one was about to do, or this one sees that it was taken.
 */
async function checkOwnership(host: RunHost, run: Pick<Run, "brief" | "control">): Promise<void> {
  if (host.worker.isAlone) return;
  const held = await host.records.leases.find(run.brief.id);
  if (held?.lease.epoch === run.brief.epoch && held.lease.endedAt === null) return;
  run.control.cut.cut("lost");
  throw new AppError("aborted", "Another server has gone on with this reply.");
}

/** A call of no tool, by an unknown name or with no JSON as input, stands in the record like every other. */
export function recordRefusedCall(
  host: RunHost,
  run: RunParts,
  chunk: Extract<ChatChunk, { type: "tool-input-error" }>,
): void {
  const { toolCallId: callId, toolName: tool, input, errorText } = chunk;
  const isDenied = run.context.opened()?.judge.permissionOf(tool)?.permission === "deny";
  const { isKnown } = host.tools.describe(tool);
  const status = isDenied ? "denied" : isKnown ? "invalid_input" : "not_found";
  const measured = { status, durationMs: 0 } as const;
  run.reply.trace.note("refused_call", { callId, tool, status, errorText });
  const summary = errorText;
  run.account.meter.addToolCall({ id: callId, tool, input, summary, costMicroUsd: 0, ...measured });
  host.log.info("tool_called", { tool, runId: run.brief.id, callId, attempts: 0, ...measured });
}

export function toToolCall(tool: string, id: string, input: unknown, output: AnyToolResult) {
  const summary = output.ok ? toSummaryText(output.summary) : output.message;
  const { durationMs, costMicroUsd, tokens } = output.meta;
  const engines = listEngines(output);
  const status = output.ok ? ("success" as const) : output.kind;
  return { id, tool, input, status, summary, durationMs, costMicroUsd, tokens, ...(engines && { engines }) };
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
