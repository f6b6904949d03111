import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { CallResult } from "@/lib/protocol/tool-results";
import type { MarkedCall } from "@/lib/engine/log/entries";
import { findOpenStep } from "@/lib/engine/log/history";
import type { RunLog } from "@/lib/engine/log/run-log";

/** The calls of a run: those that the model asked for, those of the step that runs, and what came of them. */
export function createCalls(log: Pick<RunLog, "chunks">) {
  const asked = new Map<string, { tool: string; input: unknown }>();
  const begun = new Map<string, MarkedCall>();
  let results: CallResult[] = [];
  return {
    ask({ toolCallId, toolName, input }: Extract<ChatChunk, { type: "tool-input-available" }>): void {
      asked.set(toolCallId, { tool: toolName, input });
    },
    findAsked: (callId: string): { tool: string; input: unknown } | null => asked.get(callId) ?? null,
    beginStep: (): void => begun.clear(),
    begin: (call: MarkedCall): void => void begun.set(call.callId, call),
    inputOf: (callId: string): unknown => begun.get(callId)?.input,
    end: (result: CallResult): void => void results.push(result),
    /** What calls gave since the running loop began, with those that the person had allowed before it. */
    results: (): readonly CallResult[] => results,
    forgetResults: (): void => void (results = []),
    /** Calls of the step that have begun before their events came through the stream. */
    listUnseen(): MarkedCall[] {
      const step = findOpenStep(log.chunks()) ?? [];
      const seen = new Set(
        step.flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk.toolCallId] : [])),
      );
      return [...begun.values()].filter(({ callId }) => !seen.has(callId));
    },
  };
}
