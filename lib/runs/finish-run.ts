import { setTimeout } from "node:timers/promises";
import { unknownPrice } from "@/lib/agent/limits";
import { isAppError } from "@/lib/errors";
import type { ChatMessage, EndReason, MessageMetadata, Outcome } from "@/lib/protocol/chat-message";
import type { LiveRun } from "./live-run";
import { toClosingChunks } from "./closing-chunks";
import { closeOpenParts, reduceMessage } from "./reduce-message";
import type { RunDeps } from "./run-deps";
import type { RunWork } from "./run-work";

/** Closes the run: what is open is closed, the reply, the run and the conversation are saved together, then the followers hear the end. */
export async function finishRun(deps: RunDeps, run: LiveRun, work: RunWork, end: { outcome: Outcome; reason?: EndReason }): Promise<ChatMessage> {
  run.aside.isClosed = true;
  work.meter.addCost("title", run.aside.costMicroUsd);
  for (const chunk of closeOpenParts(run.log.chunks())) run.log.push(chunk);
  for (const chunk of toClosingChunks(run, work, end.outcome, end.reason)) run.log.push(chunk);
  const metadata = toMetadata(deps, run, work, end);
  closeRecord(run, work, metadata);
  const message = await reduceMessage(run.log.chunks(), run.messageId, metadata);
  const chargedMicroUsd = work.meter.spentMicroUsd() + work.meter.unpricedTokens() * unknownPrice.input;
  const saved = await save(deps, run, message, chargedMicroUsd);
  const told: MessageMetadata = saved ? metadata : { ...metadata, outcome: "interrupted", reason: "internal", error: notSaved };
  run.log.push({ type: "finish", messageMetadata: told });
  run.log.end();
  deps.inBackground("run_not_counted", deps.statistics.record(run.record, { isFirstToday: run.isFirstToday, fellBack: run.fellBack }));
  return { ...message, metadata: told };
}

const notSaved = "The answer could not be saved; copy what you need. Your question is kept.";
/** A store that went away for a moment gets the answer when it is back. */
const retryDelaysMs = [1_000, 3_000, 8_000];

async function save(deps: RunDeps, run: LiveRun, message: ChatMessage, chargedMicroUsd: number): Promise<boolean> {
  const { userId, conversationId, record, aside } = run;
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const isKept = await deps.turns.end({ userId, conversationId, reply: { seq: run.seq, message }, record, chargedMicroUsd, title: aside.title, now: deps.now() });
      if (!isKept) deps.log.info("reply_of_deleted_conversation", { runId: run.id });
      return isKept;
    } catch (error) {
      const isAway = isAppError(error) && (error.code === "store_unavailable" || error.code === "conflict");
      deps.log.error("reply_not_saved", { runId: run.id, error });
      if (!isAway || delayMs === null) return false;
      await setTimeout(delayMs);
    }
  }
  return false;
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
