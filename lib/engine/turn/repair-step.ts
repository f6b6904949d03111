import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { ToolFailure } from "@/lib/protocol/tool-results";
import { toUncertain, type CallRules } from "@/lib/engine/consent/settle-approvals";
import type { MarkedCall } from "@/lib/engine/log/entries";
import { findOpenStep, isCallEnd, type RunHistory } from "@/lib/engine/log/history";
import type { RunLog } from "@/lib/engine/log/run-log";

type OpenCall = Parameters<CallRules["needsConsent"]>[0];

/**
 * Brings a cut log to a step's border. A step in which nothing was done is taken back with what it showed,
 * and the model asked again. Where calls were being made their results are used and those without one are
 * made, but none that changes something and may have been made, and none that the person must allow.
 */
export async function repairOpenStep(
  log: RunLog,
  options: CallRules,
): Promise<"whole" | "reset" | "finished" | "left"> {
  const step = findOpenStep(log.chunks());
  if (step === null) return "whole";
  const { intents, outputs } = log.history();
  if (intents.length === 0 && !step.some(isOutput)) {
    log.push({ type: "reset-step" });
    return "reset";
  }
  for (const { callId, tool, input } of listMarkedOnly(step, intents)) {
    const call = { type: "tool-input-available", toolCallId: callId, toolName: tool, input } as const;
    log.push(options.isDynamic(tool) ? { ...call, dynamic: true } : call);
  }
  const open = listOpenCalls(findOpenStep(log.chunks()) ?? []);
  const results = await Promise.all(
    open.map(async (call) => {
      if (outputs.has(call.toolCallId)) return outputs.get(call.toolCallId);
      const mayHaveHappened =
        intents.some(({ callId }) => callId === call.toolCallId) && !options.isRepeatable(call.toolName);
      if (mayHaveHappened) return toUncertain(call.toolName);
      return (await options.needsConsent(call)) ? toUnasked(call.toolName) : options.callTool(call);
    }),
  );
  if (!options.goesOn()) return "left";
  for (const [index, call] of open.entries()) {
    const output: ChatChunk = {
      type: "tool-output-available",
      toolCallId: call.toolCallId,
      output: results[index],
    };
    log.push(call.dynamic === true ? { ...output, dynamic: true } : output);
  }
  log.push({ type: "finish-step" });
  return "finished";
}

/** The step's own events may have come later than its calls were made. */
function listMarkedOnly(step: readonly ChatChunk[], intents: RunHistory["intents"]): MarkedCall[] {
  const marked = new Map(
    intents.flatMap((intent) => [intent, ...(intent.beside ?? [])]).map((call) => [call.callId, call]),
  );
  for (const chunk of step) if (chunk.type === "tool-input-available") marked.delete(chunk.toolCallId);
  return [...marked.values()];
}

function isOutput({ type }: ChatChunk): boolean {
  return type === "tool-output-available" || type === "tool-output-error";
}

function listOpenCalls(step: readonly ChatChunk[]): OpenCall[] {
  const ended = new Set(step.flatMap((chunk) => (isCallEnd(chunk) ? [chunk.toolCallId] : [])));
  return step.flatMap((chunk) =>
    chunk.type === "tool-input-available" && !ended.has(chunk.toolCallId) ? [chunk] : [],
  );
}

function toUnasked(tool: string): ToolFailure {
  return {
    ok: false,
    kind: "unavailable",
    message: `The server was interrupted before the person could be asked about ${tool}. It was not called.`,
    hint: "Call it again if it is still needed; the person is asked then.",
    meta: { durationMs: 0, costMicroUsd: 0, version: "", attempts: 0 },
  };
}
