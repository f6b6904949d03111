import { concludeRun } from "@/lib/agent/conclude";
import type { AgentEnd } from "@/lib/agent/run-agent";
import type { AppError } from "@/lib/errors";
import type { ChatChunk, EndReason } from "@/lib/protocol/chat-message";
import type { RunEnd } from "@/lib/runs/log/entries";
import { isAnswered, readNewestText } from "@/lib/runs/log/history";
import type { RunState } from "@/lib/runs/state/run-state";

/** How the run ends, by how its last loop stands; `null` where none has run. */
export function concludeTurn(run: RunState, loop: AgentEnd | null): RunEnd {
  const cause = run.cut.cause();
  const isCut = cause === "stopped" || cause === "time";
  const error = run.error();
  return concludeRun({
    cut: isCut ? cause : loop?.isOverBudget === true ? "budget" : null,
    failure: error === null ? null : toReason(error),
    forced: loop?.forced ?? null,
    finishReason: loop?.finishReason ?? "unknown",
    hasAnswer: run.ownChunks().some(isAnswer),
  });
}

/** Words of any step count: some models answer beside the step that notes a fact, and end without a further word. */
function isAnswer(chunk: ChatChunk): boolean {
  return chunk.type === "file" || (chunk.type === "text-delta" && chunk.delta.trim() !== "");
}

/**
 * The end that the run has come to before any loop runs: one that an earlier worker had not saved any more, or that of a run that was cut
 * meanwhile. An answer that had been broken off is taken back, and `null` given.
 */
export function findEarlierEnd(run: RunState): RunEnd | null {
  const { end, forced, steps, isCounted } = run.log.history();
  const hasAnswered = isAnswered(run.ownChunks());
  if (end === null && run.cut.cause() !== null) return concludeTurn(run, null);
  if (end === null && !hasAnswered) return null;
  run.startAnswer(readNewestText(run.log.chunks()));
  // The earlier worker had said its own last words where the model had none.
  if (end !== null) return end;
  const finishReason = isCounted ? (steps.at(-1)?.finishReason ?? "stop") : "stop";
  const answered = concludeRun({ cut: null, failure: null, forced, finishReason, hasAnswer: true });
  if (answered.outcome !== "interrupted") return answered;
  run.log.push({ type: "reset-step" });
  return null;
}

export function toFailedEnd(run: Pick<RunState, "fail">, error: AppError): RunEnd {
  run.fail(error);
  return { outcome: "failed", reason: toReason(error) };
}

const reasons: Partial<Record<AppError["code"], EndReason>> = {
  model_key: "model_key",
  model_quota: "model_quota",
  model_unavailable: "model_unavailable",
  model_rejected: "model_rejected",
  model_overflow: "model_overflow",
  timeout: "model_unavailable",
};

function toReason({ code }: AppError): EndReason {
  return reasons[code] ?? "internal";
}
