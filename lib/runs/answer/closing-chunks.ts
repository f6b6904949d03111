import { writeClosingText } from "@/lib/agent/closing-text";
import { toLanguage } from "@/lib/agent/notices";
import type { ChatChunk, EndReason } from "@/lib/protocol/chat-message";
import { toSourceChunks } from "./cited-sources";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import type { RunWork } from "@/lib/runs/state/run-state";

/** The events that the run adds itself at its end: its own last words where the model had none, and the sources that the answer cites. */
export function toClosingChunks(
  run: LiveRun,
  work: RunWork,
  outcome: string,
  reason: EndReason | undefined,
): ChatChunk[] {
  const shown = new Set(
    run.log.chunks().flatMap((chunk) => (chunk.type === "source-url" ? [chunk.sourceId] : [])),
  );
  const toNewSources = (answer: string) =>
    toSourceChunks(answer, work.sources).filter(
      (chunk) => chunk.type !== "source-url" || !shown.has(chunk.sourceId),
    );
  if (outcome !== "limited" || work.answer.trim() !== "") return toNewSources(work.answer);
  const findings = [...work.sources.values()].slice(0, 5).map(({ number, title }) => ({ number, title }));
  const hasResults = work.meter.steps.some(({ toolCalls }) =>
    toolCalls.some(({ status }) => status === "success"),
  );
  const text = writeClosingText(reason ?? "iterations", toLanguage(run.options.language), {
    findings,
    hasResults,
  });
  return [
    { type: "text-start", id: "end" },
    { type: "text-delta", id: "end", delta: text },
    { type: "text-end", id: "end" },
    ...toNewSources(text),
  ];
}
