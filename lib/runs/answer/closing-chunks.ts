import { writeClosingText } from "@/lib/agent/closing-text";
import { toLanguage } from "@/lib/agent/notices";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { RunEnd } from "@/lib/runs/log/entries";
import { toSourceChunks } from "@/lib/runs/state/cited-sources";
import type { RunState } from "@/lib/runs/state/run-state";

/** The events that the run adds itself at its end: its own last words where the model had none, and the sources that the answer cites. */
export function toClosingChunks(run: RunState, { outcome, reason }: RunEnd): ChatChunk[] {
  const shown = new Set(
    run.log.chunks().flatMap((chunk) => (chunk.type === "source-url" ? [chunk.sourceId] : [])),
  );
  const toNewSources = (answer: string) =>
    toSourceChunks(answer, run.sources).filter(
      (chunk) => chunk.type !== "source-url" || !shown.has(chunk.sourceId),
    );
  if (outcome !== "limited" || run.answer().trim() !== "") return toNewSources(run.answer());
  const findings = [...run.sources.values()].slice(0, 5).map(({ number, title }) => ({ number, title }));
  const hasResults = run.meter.steps.some(({ toolCalls }) =>
    toolCalls.some(({ status }) => status === "success"),
  );
  const language = toLanguage(run.options.language);
  const text = writeClosingText(reason ?? "iterations", language, { findings, hasResults });
  return [
    { type: "text-start", id: "end" },
    { type: "text-delta", id: "end", delta: text },
    { type: "text-end", id: "end" },
    ...toNewSources(text),
  ];
}
