import { approvalLimitMs } from "@/lib/protocol/limits";
import type { ApprovalData } from "@/lib/protocol/approvals";
import { toEditedCallId } from "@/lib/protocol/edited-calls";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { RunTools } from "@/lib/engine/ports";
import type { Judge } from "./judge-calls";
import { traceCall, type TracedRun } from "./word-sources";
import { findNewestStep, isCallEnd } from "@/lib/engine/log/history";

/** A call that the person is asked about, with what it is. */
export type AskedCall = {
  approvalId: string;
  toolCallId: string;
  toolName: string;
  input: unknown;
  dynamic: boolean;
  data: ApprovalData | null;
};

/** The calls of the newest step that the person was asked about and has not answered. */
export function listAskedCalls(all: readonly ChatChunk[]): AskedCall[] {
  const chunks = findNewestStep(all);
  const settled = new Set(
    chunks.flatMap((chunk) => (chunk.type === "tool-approval-response" ? [chunk.approvalId] : [])),
  );
  const ended = new Set(chunks.flatMap((chunk) => (isCallEnd(chunk) ? [chunk.toolCallId] : [])));
  return chunks.flatMap((chunk) => {
    if (
      chunk.type !== "tool-approval-request" ||
      settled.has(chunk.approvalId) ||
      ended.has(chunk.toolCallId)
    )
      return [];
    const call = findCall(chunks, chunk.toolCallId);
    return call === null
      ? []
      : [{ approvalId: chunk.approvalId, ...call, data: findApprovalData(chunks, chunk.approvalId) }];
  });
}

/** Whether the person allowed this very call, of the newest step. */
export function isApproved(all: readonly ChatChunk[], toolCallId: string): boolean {
  const chunks = findNewestStep(all);
  const request = chunks.findLast(
    (chunk) => chunk.type === "tool-approval-request" && chunk.toolCallId === toolCallId,
  );
  if (request?.type !== "tool-approval-request") return false;
  return chunks.some(
    (chunk) =>
      chunk.type === "tool-approval-response" && chunk.approvalId === request.approvalId && chunk.approved,
  );
}

/** Whether this call replaces one of the newest step that the person changed: its input is theirs. */
export function isChanged(all: readonly ChatChunk[], toolCallId: string): boolean {
  const chunks = findNewestStep(all);
  const request = chunks.findLast(
    (chunk) => chunk.type === "tool-approval-request" && toEditedCallId(chunk.toolCallId) === toolCallId,
  );
  if (request?.type !== "tool-approval-request") return false;
  return chunks.some(
    (chunk) =>
      chunk.type === "tool-approval-response" && chunk.approvalId === request.approvalId && !chunk.approved,
  );
}

export function findApprovalData(chunks: readonly ChatChunk[], approvalId: string): ApprovalData | null {
  const found = chunks.findLast((chunk) => chunk.type === "data-approval" && chunk.id === approvalId);
  return found?.type === "data-approval" ? found.data : null;
}

export function toApprovalChunk(approvalId: string, data: ApprovalData): ChatChunk {
  return { type: "data-approval", id: approvalId, data };
}

function findCall(
  chunks: readonly ChatChunk[],
  toolCallId: string,
): Pick<AskedCall, "toolCallId" | "toolName" | "input" | "dynamic"> | null {
  const call = chunks.findLast(
    (chunk) => chunk.type === "tool-input-available" && chunk.toolCallId === toolCallId,
  );
  return call?.type === "tool-input-available"
    ? { toolCallId, toolName: call.toolName, input: call.input, dynamic: call.dynamic === true }
    : null;
}

/** The events that end what is asked when the run ends without an answer of the person. */
export function toClosedApprovals(chunks: readonly ChatChunk[]): ChatChunk[] {
  return listAskedCalls(chunks).flatMap(({ approvalId, data }) =>
    data === null ? [] : [toApprovalChunk(approvalId, { ...data, state: "denied" })],
  );
}

/** What the model asked for, and the judge of it once the conversation is read. */
type AskingRun = {
  reply: { calls: { findAsked(callId: string): { tool: string; input: unknown } | null } };
  context: { opened(): { judge: Judge } | null };
};

/** What is shown with a call that waits: why it does, whose its words are, and which pages had been read. */
export function toAskedChunk(
  tools: RunTools,
  run: AskingRun & TracedRun,
  { approvalId, toolCallId }: Extract<ChatChunk, { type: "tool-approval-request" }>,
  askedAt: number,
): ChatChunk {
  const { tool, input } = run.reply.calls.findAsked(toolCallId) ?? { tool: "", input: null };
  const judge = run.context.opened()?.judge;
  const judged = judge?.judge(tool, input);
  const { reason, details } = judged?.kind === "ask" ? judged : { reason: "effect" as const, details: [] };
  const dueAt = askedAt + approvalLimitMs;
  const pages = [...(judge?.view().pages ?? [])];
  const words = traceCall(tools, run, { tool, input });
  return toApprovalChunk(approvalId, {
    toolCallId,
    tool,
    reason,
    details,
    ...(words !== undefined && { words }),
    pages,
    askedAt,
    dueAt,
    state: "asked",
  });
}
