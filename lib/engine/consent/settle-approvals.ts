import { approvalAnswerSchema, type ApprovalAnswer } from "@/lib/protocol/approvals";
import { toEditedCallId } from "@/lib/protocol/edited-calls";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { ToolFailure } from "@/lib/protocol/tool-results";
import type { Lease } from "@/lib/engine/records/leases";
import { isApproved, listAskedCalls, toApprovalChunk, type AskedCall } from "./asked-calls";
import { findNewestStep, isCallEnd } from "@/lib/engine/log/history";
import type { RunLog } from "@/lib/engine/log/run-log";
import { parseJson } from "@/lib/protocol/json";

/** Why a call was not made, as the model reads it. */
const reasons = {
  denied: "The person did not allow this call. Do not make it again; go on without it.",
  edited:
    "The person changed the input. The call was made with the changed input instead; its result is beside this one.",
  expired:
    "The person did not answer in time, so this call was not made. Do not make it again; go on without it.",
};

const states = { approve: "approved", deny: "denied", edit: "edited" } as const;

/**
 * The next loop makes the calls that the person allowed; those that they changed are made as new ones.
 * `isOptional`: whether a call of a tool is made though nobody answered.
 */
export function recordAnswers(
  log: RunLog,
  answers: Lease["answers"],
  isOptional: (tool: string) => boolean,
): void {
  for (const asked of listAskedCalls(log.chunks())) {
    const given = answers[asked.approvalId];
    const answer = readAnswer(given?.answer);
    recordAnswer(log, asked, { answer, isMadeAnyway: isOptional(asked.toolName), decidedAt: given?.at });
  }
}

type GivenAnswer = { answer: ApprovalAnswer | null; isMadeAnyway: boolean; decidedAt: number | undefined };

function recordAnswer(
  log: RunLog,
  { approvalId, toolCallId, toolName, dynamic, data }: AskedCall,
  { answer, isMadeAnyway, decidedAt = data?.dueAt }: GivenAnswer,
): void {
  const state = answer === null ? "expired" : states[answer.decision];
  const response = { type: "tool-approval-response", approvalId } as const;
  log.push(
    state === "approved" || (state === "expired" && isMadeAnyway)
      ? { ...response, approved: true }
      : { ...response, approved: false, reason: reasons[state] },
  );
  if (data !== null)
    log.push(
      toApprovalChunk(approvalId, { ...data, state, ...(decidedAt === undefined ? {} : { decidedAt }) }),
    );
  if (answer?.decision !== "edit") return;
  log.push({
    type: "tool-input-available",
    toolCallId: toEditedCallId(toolCallId),
    toolName,
    input: answer.input,
    ...(dynamic ? { dynamic: true } : {}),
  });
}

/**
 * Finishes the calls of a step that waited, after the death of the worker that made them: changed ones are
 * made, what may have been made is not made again. What was allowed and not begun is left to the loop.
 */
export async function finishSettledCalls(
  log: RunLog,
  options: Pick<CallRules, "callTool" | "isRepeatable" | "goesOn">,
): Promise<void> {
  const step = findNewestStep(log.chunks());
  if (!step.some(({ type }) => type === "tool-approval-response")) return;
  const { intents, outputs } = log.history();
  const open = listUnended(step);
  const results = await Promise.all(
    open.map(async (call) => {
      if (outputs.has(call.toolCallId)) return { call, output: outputs.get(call.toolCallId) };
      const isBegun = intents.some(({ callId }) => callId === call.toolCallId);
      if (isBegun && !options.isRepeatable(call.toolName))
        return { call, output: toUncertain(call.toolName) };
      return wasAskedAbout(step, call.toolCallId) ? null : { call, output: await options.callTool(call) };
    }),
  );
  if (!options.goesOn()) return;
  for (const result of results) {
    if (result === null) continue;
    const chunk: ChatChunk = {
      type: "tool-output-available",
      toolCallId: result.call.toolCallId,
      output: result.output,
    };
    log.push(result.call.dynamic === true ? { ...chunk, dynamic: true } : chunk);
  }
}

type RepairedCall = { toolCallId: string; toolName: string; input: unknown; dynamic?: boolean };

/** How calls are treated that a worker left behind. */
export type CallRules = {
  /** Whether only the person can allow a call. */
  needsConsent: (call: RepairedCall) => Promise<boolean>;
  /** Makes a call again; never throws. */
  callTool: (call: RepairedCall) => Promise<unknown>;
  /** Whether a call may be made again although it may have been made. */
  isRepeatable: (toolName: string) => boolean;
  isDynamic: (toolName: string) => boolean;
  /** Whether this worker goes on. A leaving one gives no results: a cut-off call would seem to have one. */
  goesOn: () => boolean;
};

type ToolInputChunk = Extract<ChatChunk, { type: "tool-input-available" }>;

/** Calls that were denied are left to the loop, which tells the model. */
function listUnended(step: readonly ChatChunk[]): ToolInputChunk[] {
  const ended = new Set(step.flatMap((chunk) => (isCallEnd(chunk) ? [chunk.toolCallId] : [])));
  const calls = step.flatMap((chunk) =>
    chunk.type === "tool-input-available" && !ended.has(chunk.toolCallId) ? [chunk] : [],
  );
  return calls.filter(({ toolCallId }) => !wasAskedAbout(step, toolCallId) || isApproved(step, toolCallId));
}

function wasAskedAbout(step: readonly ChatChunk[], toolCallId: string): boolean {
  return step.some((chunk) => chunk.type === "tool-approval-request" && chunk.toolCallId === toolCallId);
}

/** What another version wrote and this one cannot read is no answer. */
function readAnswer(text: string | undefined): ApprovalAnswer | null {
  return approvalAnswerSchema.safeParse(parseJson(text ?? "")).data ?? null;
}

/** What is known of a call that may have been made by a worker that died. */
export function toUncertain(tool: string): ToolFailure {
  return {
    ok: false,
    kind: "error",
    message: `The server was interrupted while it called ${tool}. The call may or may not have been made, so it was not made again.`,
    hint: "Do not call it again for the same thing. Tell the person what may or may not have happened.",
    meta: { durationMs: 0, costMicroUsd: 0, version: "", attempts: 0 },
  };
}
