import type { ChatMessage, EndReason, MessageMetadata, Outcome } from "@/lib/protocol/chat-message";
import type { LiveRun } from "./live-run";
import { toClosingChunks } from "./closing-chunks";
import { closeOpenParts, reduceMessage } from "./reduce-message";
import type { RunDeps } from "./run-deps";
import type { RunWork } from "./run-work";

/** Closes the run: what is open is closed, the reply, the run and the conversation are saved together, then the followers hear the end. */
export async function finishRun(deps: RunDeps, run: LiveRun, work: RunWork, end: { outcome: Outcome; reason?: EndReason }): Promise<ChatMessage> {
  for (const chunk of closeOpenParts(run.log.chunks())) run.log.push(chunk);
  for (const chunk of toClosingChunks(run, work, end.outcome, end.reason)) run.log.push(chunk);
  const metadata = toMetadata(deps, run, work, end);
  closeRecord(run, work, metadata);
  const message = await reduceMessage(run.log.chunks(), run.messageId, metadata);
  const saved = await save(deps, run, message);
  const told: MessageMetadata = saved ? metadata : { ...metadata, outcome: "interrupted", reason: "internal", error: notSaved };
  run.log.push({ type: "finish", messageMetadata: told });
  run.log.end();
  deps.inBackground("usage_not_counted", deps.usage.add(run.userId, { runs: 1, usage: run.record.usage, costMicroUsd: run.record.costMicroUsd }));
  return { ...message, metadata: told };
}

const notSaved = "The answer could not be saved; copy what you need. Your question is kept.";

async function save(deps: RunDeps, run: LiveRun, message: ChatMessage): Promise<boolean> {
  try {
    const reply = { seq: run.seq, message };
    await deps.turns.end({ userId: run.userId, conversationId: run.conversationId, reply, record: run.record, now: deps.now() });
    return true;
  } catch (error) {
    // A conversation deleted meanwhile takes its reply with it; anything else is told to the person.
    deps.log.error("reply_not_saved", { runId: run.id, error });
    return false;
  }
}

function toMetadata(deps: RunDeps, run: LiveRun, work: RunWork, { outcome, reason }: { outcome: Outcome; reason?: EndReason }): MessageMetadata {
  return {
    runId: run.id,
    model: work.served,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(work.error === null ? {} : { error: work.error.message }),
    usage: work.meter.usage(),
    costMicroUsd: work.meter.spentMicroUsd(),
    startedAt: run.record.startedAt,
    endedAt: deps.now(),
  };
}

function closeRecord(run: LiveRun, work: RunWork, metadata: MessageMetadata): void {
  Object.assign(run.record, {
    status: "ended",
    outcome: metadata.outcome,
    reason: metadata.reason ?? null,
    model: metadata.model,
    steps: work.meter.steps,
    usage: metadata.usage,
    costMicroUsd: metadata.costMicroUsd,
    costByTool: work.meter.costByTool,
    endedAt: metadata.endedAt,
  });
}
