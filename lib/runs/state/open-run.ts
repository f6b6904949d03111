import type { HeldLease } from "@/lib/data/leases";
import type { LogPlace } from "@/lib/data/run-logs";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { LiveRun, RunPlan } from "@/lib/runs/lease/live-runs";
import { createLogWriter } from "@/lib/runs/log/log-writer";
import { toReplayChunks } from "@/lib/runs/log/replay-message";
import type { RunDeps } from "@/lib/runs/ports";
import { createRunLog } from "@/lib/runs/log/run-log";

export type Opening = {
  userId: string;
  conversationId: string;
  plan: RunPlan;
  userMessage: ChatMessage;
  base: ChatMessage | null;
  epoch: number;
  /** The place in the log after which this worker goes on. */
  after: LogPlace | null;
};

/** A run as this process holds it, before any work is done. */
export function openRun(
  deps: RunDeps,
  { userId, conversationId, plan, userMessage, base, epoch, after }: Opening,
): LiveRun {
  const { record, isContinued: _isContinued, ...rest } = plan;
  const writer = createLogWriter({
    epoch,
    after,
    append: (batch) => deps.runLogs.append(record.id, batch),
    onCut: (place) => log.notePlace(place),
    onFailure: (error) => deps.log.warn("log_not_written", { runId: record.id, error }),
  });
  const log = createRunLog(writer);
  return {
    ...rest,
    ...{
      id: record.id,
      userId,
      conversationId,
      record,
      settings: record.settings,
      epoch,
      base,
      userMessage,
      log,
      writer,
    },
    ...{
      userMessageId: userMessage.id,
      messageId: record.messageId,
      baseLength: base === null ? 0 : toBaseChunks(base).length,
    },
    fellBack: false,
    aside: { title: null, costMicroUsd: 0, isClosed: false },
    steering: { known: new Set(), waiting: [], deliver: null },
    controller: new AbortController(),
    cut: null,
    isLeaving: false,
    done: Promise.resolve({ id: record.messageId, role: "assistant", parts: [] }),
  };
}

/** The place of a log behind which a reply that goes on says something new. */
export const basePlace: LogPlace = { epoch: 0, seq: 0 };

/** The events of the reply as it was, whose last step is over. */
export function toBaseChunks(base: ChatMessage): ChatChunk[] {
  return [...toReplayChunks(base).filter(({ type }) => type !== "finish"), { type: "finish-step" }];
}

/** One that an earlier version made knows of no summary and no temporary conversation. */
export function readPlan({ lease }: HeldLease): RunPlan {
  const plan = JSON.parse(lease.plan) as Omit<RunPlan, AddedLater> & Partial<Pick<RunPlan, AddedLater>>;
  return { ...plan, summarisedSeq: plan.summarisedSeq ?? 0, isTemporary: plan.isTemporary ?? false };
}
type AddedLater = "summarisedSeq" | "isTemporary";
