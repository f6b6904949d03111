import { withNewIds } from "@/lib/engine/loop/tidy-chunks";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { findNewestStep, toText } from "@/lib/engine/log/history";
import type { Run } from "@/lib/engine/run/run";

/**
 * A text of the open step turned out to be thought after it was shown: the step is taken back and shown again
 * with it as reasoning, or without it where reasoning is hidden.
 */
export function withdrawText(run: Pick<Run, "brief" | "reply">, id: string): void {
  const shown = toThoughtStep(
    findNewestStep(run.reply.log.chunks()),
    id,
    run.brief.settings.reasoningVisible,
  );
  const step = withNewIds(shown, run.reply.newPartId);
  for (const chunk of [{ type: "reset-step" } as const, ...step]) {
    run.reply.trace.isOfLoop(chunk);
    run.reply.log.push(chunk);
  }
  run.reply.answer.start(toText(step));
}

/** A step with one of its texts as reasoning. */
export function toThoughtStep(step: readonly ChatChunk[], textId: string, isVisible: boolean): ChatChunk[] {
  const id = `${textId}-thought`;
  const toThought = (chunk: ChatChunk): ChatChunk => {
    if (!("id" in chunk) || chunk.id !== textId) return chunk;
    if (chunk.type === "text-start") return { type: "reasoning-start", id };
    return chunk.type === "text-delta" ? { type: "reasoning-delta", id, delta: chunk.delta } : chunk;
  };
  const all: ChatChunk[] = [...step.map(toThought), { type: "reasoning-end", id }];
  return isVisible ? all : all.filter(({ type }) => !type.startsWith("reasoning-"));
}
