import { setTimeout as sleep } from "node:timers/promises";
import type { HeldLease } from "@/lib/engine/records/leases";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationKey, RunKey } from "@/lib/engine/lease/live-runs";
import type { Runtime } from "@/lib/engine/lease/workers";
import type { FollowOptions } from "@/lib/engine/log/run-log";
import type { RunHost } from "@/lib/engine/ports";
import { followLog } from "./follow-log";

export type RunStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The running reply, wherever it is made; `null` when nothing runs. An abandoned one goes on here. */
export async function followRun(
  runtime: Runtime,
  { userId, conversationId }: ConversationKey,
  options: FollowOptions,
): Promise<RunStream | null> {
  const { host, live, workers } = runtime;
  const here = await live.find(userId, conversationId);
  if (here !== null) return here.reply.log.follow(options);
  const runId = (await host.records.conversations.find(userId, conversationId))?.activeRunId ?? null;
  if (runId === null || !(await workers.ensure({ userId, conversationId, runId }))) return null;
  const taken = await live.find(userId, conversationId);
  if (taken !== null) return taken.reply.log.follow(options);
  const held = await host.records.leases.find(runId);
  return held === null ? null : followElsewhere(runtime, held, options);
}

/** Another process's reply from its stored log; when that falls silent, this process goes on with it. */
export function followElsewhere(
  { host, workers }: Runtime,
  held: HeldLease,
  options: FollowOptions = {},
): Promise<RunStream> {
  const { runId, lease } = held;
  const takeOver = () =>
    void workers
      .ensure({ ...lease, runId })
      .catch((error: unknown) => host.log.warn("run_not_taken_over", { runId, error }));
  return followLog(host.records, held, options, takeOver);
}

const lookMs = 1_000;
const longestReplyMs = 15 * 60_000;

/** The stored reply of a run that another process makes, once it is over. */
export async function waitForReply(
  host: RunHost,
  { userId, conversationId, runId }: RunKey,
): Promise<ChatMessage> {
  for (const until = host.now() + longestReplyMs; ;) {
    if (host.now() > until)
      throw new AppError("timeout", "The reply takes longer than a request may wait for it.");
    const conversation = await host.records.conversations.get(userId, conversationId);
    if (conversation.activeRunId !== runId) break;
    await sleep(lookMs, undefined, { signal: host.closing });
  }
  const record = await host.records.runs.find(userId, runId);
  const stored =
    record === null ? null : await host.records.messages.find(userId, conversationId, record.messageId);
  if (stored === null) throw new AppError("not_found", "The reply was not kept.");
  return stored.message;
}
