import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import { toSpent } from "@/lib/engine/log/history";
import { toEndChunks } from "@/lib/engine/log/replay-message";
import type { RunHost } from "@/lib/engine/ports";
import { toFirstMetadata } from "@/lib/engine/stored-brief";
import { tellEnded } from "./answer-hooks";
import type { Run, RunParts } from "@/lib/engine/run/run";

/** The last resort: followers hear an end, the conversation is free; if unsaved, the next reader retries. */
export async function failRun(host: RunHost, run: RunParts): Promise<ChatMessage> {
  await saveEmptyReply(host, run);
  const reply = toEmptyFailedReply(run, host.now());
  for (const chunk of toEndChunks(reply.metadata)) run.reply.log.push(chunk);
  run.reply.log.end();
  host.inBackground("trace_not_written", run.reply.trace.finish());
  return reply;
}

const failed = { outcome: "interrupted", reason: "internal" } as const;

/** The reply of a run of which nothing can be shown. */
function toEmptyFailedReply(
  { brief: { messageId }, account: { record } }: Pick<Run, "brief" | "account">,
  endedAt: number,
): ChatMessage {
  const { model, usage, costMicroUsd } = record;
  const metadata = { ...toFirstMetadata(record), model, ...failed, usage, costMicroUsd, endedAt };
  return { id: messageId, role: "assistant", parts: [], metadata };
}

/**
 * Ends a run that cannot be ended as it is, with a reply that holds nothing: each next worker would fail in
 * the same way, and the conversation would wait for ever. Never throws.
 */
export async function saveEmptyReply(host: RunHost, run: RunParts): Promise<void> {
  const { userId, conversationId, epoch, question, place } = run.brief;
  const now = host.now();
  const record: RunRecord = { ...run.account.record, ...failed, status: "ended", steps: [], endedAt: now };
  const message = toEmptyFailedReply(run, now);
  try {
    const ended = await host.records.turns.end({
      ...{ userId, conversationId, epoch, question, now },
      reply: { seq: place.seq, branch: place.path[0]?.branch ?? 0, message },
      record,
      chargedMicroUsd: toSpent(run.reply.log.history()),
      title: null,
    });
    if (ended !== "lost")
      host.inBackground(
        "run_not_told",
        tellEnded(host, run, { record, message, isSaved: false, traced: Promise.resolve() }),
      );
  } catch (error) {
    host.log.error("run_not_ended", { runId: run.brief.id, error });
  }
}
