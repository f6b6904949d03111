import { BudgetSpent, runAgent, type AgentEnd } from "@/lib/agent/run-agent";
import { concludeRun } from "@/lib/agent/conclude";
import { isAppError, toAppError, type AppError } from "@/lib/errors";
import type { ChatChunk, ChatMessage, EndReason } from "@/lib/protocol/chat-message";
import { finishRun } from "./finish-run";
import { cutRun, type LiveRun } from "./live-run";
import { createMeter } from "./meter";
import { prepareRun } from "./prepare-run";
import type { RunDeps } from "./run-deps";
import { reduceMessage } from "./reduce-message";
import { toProgress, type RunWork } from "./run-work";
import { storeMadeFile } from "./made-files";

/** Makes the reply, from the first event to the stored message. Never throws: whatever happens becomes the run's outcome. */
export async function performRun(deps: RunDeps, run: LiveRun, userMessage: ChatMessage): Promise<ChatMessage> {
  const work: RunWork = { meter: createMeter(deps.models(), deps.now), sources: new Map(), served: run.chain[0] ?? "", answer: "", hasActed: false, error: null };
  const timer = setTimeout(() => cutRun(run, "time"), run.settings.timeLimitSeconds * 1000);
  const watch = watchPermission(deps, run);
  run.log.push({ type: "start", messageId: run.messageId, messageMetadata: { runId: run.id, startedAt: run.record.startedAt } });
  try {
    const end = await runLoop(deps, run, userMessage, work);
    return await finishRun(deps, run, work, concludeEnd(run, work, end));
  } catch (error) {
    deps.log.error("run_failed", { runId: run.id, error });
    work.error = toAppError(error);
    return await finishRun(deps, run, work, { outcome: "failed", reason: toReason(work.error) }).catch(() => abandonRun(run, deps.now()));
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

const watchMs = 1_500;

/** Ends the reply of somebody who was shut out meanwhile. What cannot be asked is asked again. */
function watchPermission(deps: RunDeps, run: LiveRun): NodeJS.Timeout {
  const look = async () => {
    if (!(await deps.isAllowed(run.userId))) cutRun(run, "stopped");
  };
  return setInterval(() => void look().catch((error: unknown) => deps.log.debug("permission_not_read", { runId: run.id, error })), watchMs);
}

/** The last resort: the followers hear an end, and the next reader settles what is stored. */
function abandonRun(run: LiveRun, endedAt: number): ChatMessage {
  const { model, usage, costMicroUsd, startedAt } = run.record;
  const metadata = { runId: run.id, model, outcome: "failed", reason: "internal", usage, costMicroUsd, startedAt, endedAt } as const;
  run.log.push({ type: "finish", messageMetadata: metadata });
  run.log.end();
  return { id: run.messageId, role: "assistant", parts: [], metadata };
}

async function runLoop(deps: RunDeps, run: LiveRun, userMessage: ChatMessage, work: RunWork): Promise<AgentEnd | null> {
  let end: AgentEnd | null = null;
  try {
    const agent = runAgent(await prepareRun(deps, run, userMessage, work));
    end = agent.end;
    for await (const chunk of agent.chunks) await emitChunk(deps, run, work, chunk);
  } catch (error) {
    if (end !== null && error instanceof BudgetSpent) end.forced = "budget";
    else if (run.cut === null && end?.isOverBudget !== true) work.error = toAppError(error);
    if (work.error !== null) deps.log.warn("run_ended_by_error", { runId: run.id, code: work.error.code, error });
  }
  if (end !== null) closeCutStep(work, end);
  return end;
}

async function emitChunk(deps: RunDeps, run: LiveRun, work: RunWork, chunk: ChatChunk): Promise<void> {
  if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") work.meter.noteFirstToken();
  if (chunk.type === "text-delta") {
    if (work.answer === "") run.log.push(toProgress("generating_response", "Writing the answer"));
    work.answer += chunk.delta;
    run.record.firstTokenAt ??= deps.now();
  }
  if (chunk.type === "start-step") Object.assign(work, { answer: "", hasActed: false });
  if (chunk.type === "tool-output-available") work.hasActed = true;
  run.log.push(chunk.type === "file" ? await storeMadeFile(deps, run, chunk) : chunk);
  if (chunk.type === "finish-step" && work.hasActed) savePartial(deps, run);
}

/** Keeps what there is after each step that acted, so that a crash loses at most the step that was running. Failing here costs nothing: the end saves again. */
function savePartial(deps: RunDeps, run: LiveRun): void {
  const metadata = { runId: run.id, startedAt: run.record.startedAt, outcome: "interrupted", reason: "crashed" } as const;
  const saving = reduceMessage([...run.log.chunks()], run.messageId, metadata).then((message) =>
    run.record.status === "ended" ? undefined : deps.messages.save(run.userId, run.conversationId, { seq: run.seq, message }),
  );
  deps.inBackground("partial_save_failed", saving);
}

/** A call that was cut off told no usage: what it had read and written is estimated. One that was refused cost nothing. */
function closeCutStep(work: RunWork, end: AgentEnd): void {
  if (end.pendingInputTokens === 0) return;
  const isRefused = work.error !== null && end.pendingOutputCharacters === 0;
  if (isRefused) return work.meter.endRefusedStep(work.served);
  work.meter.endCutStep(work.served, { inputTokens: end.pendingInputTokens, outputTokens: Math.ceil(end.pendingOutputCharacters / 4) });
}

function concludeEnd(run: LiveRun, work: RunWork, end: AgentEnd | null) {
  if (run.cut === "shutdown") return { outcome: "interrupted", reason: "crashed" } as const;
  const cut = run.cut ?? (end?.isOverBudget === true ? ("budget" as const) : null);
  return concludeRun({
    cut,
    failure: work.error === null ? null : toReason(work.error),
    forced: end?.forced ?? null,
    finishReason: end?.finishReason ?? "unknown",
    hasAnswer: run.log.chunks().some(isAnswer),
  });
}

/** Words of any step count: some models answer beside the step that notes a fact, and end without a further word. */
function isAnswer(chunk: ChatChunk): boolean {
  return chunk.type === "file" || (chunk.type === "text-delta" && chunk.delta.trim() !== "");
}

const reasons: Partial<Record<AppError["code"], EndReason>> = {
  model_key: "model_key",
  model_quota: "model_quota",
  model_unavailable: "model_unavailable",
  model_rejected: "model_rejected",
  model_overflow: "model_overflow",
  timeout: "model_unavailable",
};

function toReason(error: AppError): EndReason {
  return isAppError(error) ? (reasons[error.code] ?? "internal") : "internal";
}

