import type { Ask } from "@/lib/engine/ask";
import { AppError } from "@/lib/errors";
import type { RunPurse } from "@/lib/money/purse";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { CallResult, AnyToolResult } from "@/lib/protocol/tool-results";
import type { TraceEntry } from "@/lib/protocol/traces";
import type { OriginText } from "@/lib/engine/loop/consent/view";
import { createJudge, type Judge } from "@/lib/engine/consent/judge-calls";
import type { RunDeps, RunToolContext } from "@/lib/engine/ports";
import type { Meter } from "@/lib/engine/run/meter";
import type { RunTrace } from "@/lib/engine/run/run-trace";
import { toToolCall } from "@/lib/engine/turn/run-tools";
import type { ToolSet } from "ai";
import { createBranchTools, type BranchCall } from "./branch-tools";
import { listOffered, type Kept } from "./replay-attempt";
import type { RecordedAttempt } from "./replay-run";
import type { ToolLimit } from "@/lib/protocol/settings";

type WorkDeps = Pick<
  RunDeps,
  | "tools"
  | "permissionsOf"
  | "quotas"
  | "createLedger"
  | "consentLedgers"
  | "askSmall"
  | "isMemoryShort"
  | "log"
  | "now"
>;
type Work = {
  userId: string;
  record: RunRecord;
  /** The conversation of the person's question, also where a step of its plan is made again. */
  rootId: string;
  entries: readonly TraceEntry[];
  attempt: RecordedAttempt;
  at: number;
  kept: Kept;
  question: ChatMessage;
  signal: AbortSignal;
  meter: Meter;
  trace: RunTrace;
  purse: RunPurse;
  /** Whether tools that change nothing may be called. */
  isLive: boolean;
};

/** The tools of a branch, and what is told them of each step. Throws `conflict` for a tool that is gone. */
export async function openBranchTools(deps: WorkDeps, work: Work) {
  const { userId, attempt, kept, at, isLive, meter, trace } = work;
  const permissionOf = await deps.permissionsOf(userId);
  const offered = listOffered(attempt.inside, kept);
  const activeTools = attempt.entry.options.activeTools.filter(
    (name) => permissionOf(name)?.permission !== "deny",
  );
  const gone = activeTools.find((name) => !deps.tools.describe(name).isKnown);
  if (isLive && gone !== undefined)
    throw new AppError(
      "conflict",
      `The tool ${gone} of this run is not here any longer. Repeat it without live tools.`,
    );
  const results: CallResult[] = [];
  const judge = openJudge(deps, work, permissionOf);
  const known = new Set(attempt.entry.sources);
  const before = listBefore(attempt.inside, at);
  const onResult = ({ callId, tool, input, isRecorded }: BranchCall, output: AnyToolResult): void => {
    results.push({ tool, input, output });
    const recorded = before.find((entry) => entry.kind === "tool" && entry.callId === callId);
    const numbers = recorded?.kind === "tool" ? recorded.sources : listNumbers(deps, tool, output);
    for (const number of numbers) known.add(number);
    trace.tool({ callId, tool, input }, output, numbers);
    // A call before the branch stands in its recorded step.
    const cost = isRecorded ? { ...output, meta: { ...output.meta, costMicroUsd: 0 } } : output;
    if (recorded === undefined) meter.addToolCall(toToolCall(tool, callId, input, cost));
    if (!isRecorded && deps.tools.describe(tool).isDynamic) work.purse.add(output.meta.costMicroUsd);
  };
  const live = isLive ? openLiveTools(deps, work, permissionOf) : null;
  const tools = createBranchTools(deps, { offered, before, whole: work.entries, live, judge, onResult });
  return {
    given: { tools, activeTools, known },
    /** Parallel calls know no others' results. */
    beginStep: (): void => judge.see([...results]),
  };
}

function listNumbers({ tools }: Pick<RunDeps, "tools">, tool: string, output: AnyToolResult): number[] {
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
  deps: WorkDeps,
  work: Work,
  permissionOf: Awaited<ReturnType<WorkDeps["permissionsOf"]>>,
): Judge {
  const { userId, record, rootId, question, attempt, kept } = work;
  const first = attempt.inside.find((entry) => entry.kind === "call");
  const sent = first?.kind === "call" ? first.messages : [];
  const texts = sent.flatMap((id): OriginText[] => {
    const message = kept.messages.get(id);
    return message === undefined || message.role === "system"
      ? []
      : [{ origin: "tool", text: JSON.stringify(message.content) }];
  });
  const run = {
    brief: { id: record.id, userId, question, ledgers: [`conversations/${rootId}`] },
    ask: toAsk(deps, work),
    log: { chunks: () => [] },
    steering: { listWaiting: () => [] },
  };
  const facts = attempt.entry.memories.map(({ text }): OriginText => ({ origin: "memory", text }));
  const known = { messages: [question], summary: null, texts: [...facts, ...texts], instructions: "" };
  return createJudge(deps, run, known, permissionOf);
}

/** As in a run: what is asked is counted with it. */
function toAsk({ askSmall }: WorkDeps, { signal, meter }: Work): Ask {
  return async (question, paidAs, ends = signal) => {
    const told = await askSmall(question, ends);
    meter.addCost(paidAs, told.costMicroUsd);
    return told;
  };
}

function openLiveTools(
  deps: WorkDeps,
  work: Work,
  permissionOf: Awaited<ReturnType<WorkDeps["permissionsOf"]>>,
): ToolSet {
  const { userId, signal } = work;
  const { conversationId, userMessageId: messageId, id: runId, settings, focus } = work.record;
  const ledger = deps.createLedger(userId, conversationId);
  const contextFor = (callId: string): RunToolContext => ({
    ...{ userId, conversationId, messageId, runId, callId, run: work, signal, ledger, now: deps.now },
    ...{ timezone: "UTC", language: "en" },
    ...(focus !== undefined && { focus }),
    report: () => undefined,
  });
  const limits: Partial<Record<string, ToolLimit>> = settings.toolLimits;
  return deps.tools.toToolSet(
    contextFor,
    {
      onStart: () => undefined,
      async beforeCall(tool) {
        if (permissionOf(tool)?.permission !== undefined && permissionOf(tool)?.permission !== "allow")
          throw new AppError("forbidden", `${tool} is not allowed here.`);
        await deps.quotas.takeToolCall(userId, deps.tools.describe(tool).countedAs, limits[tool] ?? {});
      },
      onEnd: async () => undefined,
    },
    settings,
  );
}
