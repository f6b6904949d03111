import { approvalLimitMs, type ApprovalData } from "@/lib/protocol/approvals";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { findApprovalData, listAskedCalls, toApprovalChunk } from "@/lib/runs/approvals/asked-calls";
import { partRun } from "./release";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import type { RunDeps } from "@/lib/runs/ports";
import type { RunWork } from "@/lib/runs/state/run-state";

/** What is shown with a call that waits: why it does, and which pages had been read. */
export function toAskedChunk(
  deps: RunDeps,
  work: RunWork,
  chunk: Extract<ChatChunk, { type: "tool-approval-request" }>,
): ChatChunk {
  const { tool, input } = work.calledFor.get(chunk.toolCallId) ?? { tool: "", input: null };
  const judged = work.context?.judge.judge(tool, input);
  const askedAt = deps.now();
  const { reason, details } = judged?.kind === "ask" ? judged : { reason: "effect" as const, details: [] };
  const data: ApprovalData = {
    toolCallId: chunk.toolCallId,
    tool,
    reason,
    details,
    pages: work.context?.judge.listPages() ?? [],
    askedAt,
    dueAt: askedAt + approvalLimitMs,
    state: "asked",
  };
  return toApprovalChunk(chunk.approvalId, data);
}

/** Calls that wait for the person, and until when at the latest; `null` when nobody is asked anything. */
export function findWait(run: LiveRun): { until: number; approvals: string[] } | null {
  const asked = listAskedCalls(run.log.chunks().slice(run.baseLength));
  if (asked.length === 0) return null;
  return {
    until: Math.min(...asked.map(({ data }) => data?.dueAt ?? 0)),
    approvals: asked.map(({ approvalId }) => approvalId),
  };
}

/** Longer than a store that is away for a moment. */
const flushLimitMs = 10_000;

/**
 * Lets go of a run until the person has answered, or too late has: no process waits for that. When that cannot be stored the lease runs
 * out, and the next worker finds that the person is asked.
 */
export async function waitForPerson(
  deps: RunDeps,
  run: LiveRun,
  work: RunWork,
  wait: { until: number; approvals: string[] },
): Promise<ChatMessage> {
  try {
    await run.writer.flush(flushLimitMs);
    await deps.leases.wait(run.id, run.epoch, wait);
    deps.log.info("run_waits_for_person", { runId: run.id, calls: wait.approvals.length });
  } catch (error) {
    deps.log.warn("wait_not_stored", { runId: run.id, error });
  }
  return partRun(deps, run, work);
}

/** The run ends without an answer of the person: what was asked is not asked any more. */
export function closeAsked(run: LiveRun): void {
  for (const { approvalId } of listAskedCalls(run.log.chunks())) {
    const data = findApprovalData(run.log.chunks(), approvalId);
    if (data !== null) run.log.push(toApprovalChunk(approvalId, { ...data, state: "denied" }));
  }
}
