import type { ChatChunk } from "@/lib/protocol/chat-message";
import { findNewestStep, toText } from "@/lib/runs/log/history";
import type { RunState } from "@/lib/runs/state/run-state";

/**
 * A text of the open step turned out to be thought after it was shown: the step is taken back and shown again
 * with it as reasoning, or without it where reasoning is hidden.
 */
export function withdrawText(run: Pick<RunState, "log" | "settings" | "startAnswer">, id: string): void {
  const step = findNewestStep(run.log.chunks()).map((chunk) => toThought(chunk, id));
  step.push({ type: "reasoning-end", id: toThoughtId(id) });
  const isShown = (chunk: ChatChunk) => run.settings.reasoningVisible || !chunk.type.startsWith("reasoning-");
  run.log.push({ type: "reset-step" });
  for (const chunk of step.filter(isShown)) run.log.push(chunk);
  run.startAnswer(toText(step));
}

const toThoughtId = (textId: string) => `${textId}-thought`;

function toThought(chunk: ChatChunk, textId: string): ChatChunk {
  if (!("id" in chunk) || chunk.id !== textId) return chunk;
  const id = toThoughtId(textId);
  if (chunk.type === "text-start") return { type: "reasoning-start", id };
  return chunk.type === "text-delta" ? { type: "reasoning-delta", id, delta: chunk.delta } : chunk;
}
