import { AppError } from "@/lib/errors";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { TraceEntry } from "@/lib/features/traces/shape/traces";
import type { OriginText } from "@/lib/engine/loop/consent/view";
import { createJudge, type Judge } from "@/lib/engine/consent/judge-calls";
import type { RunToolContext, RunHost, RunTools } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { toToolCall } from "@/lib/engine/turn/run-tools";
import type { ToolSet } from "ai";
import { createBranchTools, type BranchCall } from "./branch-tools";
import { listOffered, type TracedTexts } from "./replay-attempt";
import type { RecordedAttempt } from "./replay-run";
import type { ToolLimit } from "@/lib/protocol/settings";
import type { FindToolPermission } from "@/lib/protocol/tool-permissions";

/** What was recorded of the run, and which call of an attempt, from 0, is made anew. */
export type RecordedWork = {
  entries: readonly TraceEntry[];
  attempt: RecordedAttempt;
  at: number;
  kept: TracedTexts;
  /** The conversation of the person's question, also where a step of its plan is made again. */
  rootId: string;
  /** Whether tools that change nothing may be called. */
  isLive: boolean;
};

/** The tools of a branch, and who judges their calls. Throws `conflict` for a tool that is gone. */
export async function openBranchTools(host: RunHost, run: RunParts, work: RecordedWork) {
  const { attempt, kept, at, isLive } = work;
  const { reply, account } = run;
  const permissionOf = await host.permissions.of(run.brief.userId);
  const offered = listOffered(attempt.inside, kept);
  const activeTools = attempt.entry.options.activeTools.filter(
    (name) => permissionOf(name)?.permission !== "deny",
  );
  const gone = activeTools.find((name) => !host.tools.describe(name).isKnown);
  if (isLive && gone !== undefined)
    throw new AppError(
      "conflict",
      `The tool ${gone} of this run is not here any longer. Repeat it without live tools.`,
    );
  const judge = openJudge(host, run, work, permissionOf);
  const known = new Set(attempt.entry.sources);
  const before = listBefore(attempt.inside, at);
  const onResult = ({ callId, tool, input, isRecorded }: BranchCall, output: AnyToolResult): void => {
    reply.calls.end({ tool, input, output });
    const recorded = before.find((entry) => entry.kind === "tool" && entry.callId === callId);
    const numbers = recorded?.kind === "tool" ? recorded.sources : listNumbers(host.tools, tool, output);
    for (const number of numbers) known.add(number);
    reply.trace.tool({ callId, tool, input }, output, numbers);
    // A call before the branch stands in its recorded step.
    const cost = isRecorded ? { ...output, meta: { ...output.meta, costMicroUsd: 0 } } : output;
    if (recorded === undefined) account.meter.addToolCall(toToolCall(tool, callId, input, cost));
    if (!isRecorded && host.tools.describe(tool).isDynamic) account.purse.add(output.meta.costMicroUsd);
  };
  const live = isLive ? openLiveTools(host, run, permissionOf) : null;
  const tools = createBranchTools(host.tools, {
    offered,
    before,
    whole: work.entries,
    live,
    judge,
    onResult,
  });
  return { tools, activeTools, known, judge };
}

function listNumbers(tools: RunTools, tool: string, output: AnyToolResult): number[] {
  if (!tools.describe(tool).isKnown) return [];
  return tools.listCitations(tool, output).map(({ number }) => number);
}

/** What happened up to the call, from 0, that is made anew. */
function listBefore(entries: readonly TraceEntry[], at: number): TraceEntry[] {
  let calls = 0;
  return entries.filter(({ kind }) => {
    if (kind === "call") calls += 1;
    return calls <= at;
  });
}

/**
 * By what the first call was sent: whose words these were the record does not say, so that they count as a
 * stranger's.
 */
function openJudge(
  host: RunHost,
  { brief, account }: Pick<Run, "brief" | "account">,
  { rootId, attempt, kept }: RecordedWork,
  permissionOf: FindToolPermission,
): Judge {
  const first = attempt.inside.find((entry) => entry.kind === "call");
  const sent = first?.kind === "call" ? first.messages : [];
  const texts = sent.flatMap((id): OriginText[] => {
    const message = kept.messages.get(id);
    return message === undefined || message.role === "system"
      ? []
      : [{ origin: "tool", text: JSON.stringify(message.content) }];
  });
  const judged = {
    brief: { ...brief, ledgers: [`conversations/${rootId}`] },
    ask: account.ask,
    log: { chunks: () => [] },
    steering: { listWaiting: () => [] },
  };
  const facts = attempt.entry.memories.map(({ text }): OriginText => ({ origin: "memory", text }));
  const known = { messages: [brief.question], summary: null, texts: [...facts, ...texts], instructions: "" };
  return createJudge(host, judged, known, permissionOf);
}

function openLiveTools(
  host: RunHost,
  run: Pick<Run, "brief" | "account" | "signal">,
  permissionOf: FindToolPermission,
): ToolSet {
  const { id: runId, userId, conversationId, question, settings } = run.brief;
  const { focus } = run.account.record;
  const ledger = host.sources.createLedger(userId, conversationId);
  const contextFor = (callId: string): RunToolContext => ({
    ...{ userId, conversationId, messageId: question.id, runId, callId, run, ledger, now: host.now },
    ...{ signal: run.signal, timezone: "UTC", language: "en" },
    ...(focus !== undefined && { focus }),
    report: () => undefined,
  });
  const limits: Partial<Record<string, ToolLimit>> = settings.toolLimits;
  return host.tools.toToolSet(
    contextFor,
    {
      onStart: () => undefined,
      async beforeCall(tool) {
        if (permissionOf(tool)?.permission !== undefined && permissionOf(tool)?.permission !== "allow")
          throw new AppError("forbidden", `${tool} is not allowed here.`);
        await host.records.quotas.takeToolCall(
          userId,
          host.tools.describe(tool).countedAs,
          limits[tool] ?? {},
        );
      },
      onEnd: async () => undefined,
    },
    settings,
  );
}
