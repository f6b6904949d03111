import { setTimeout as sleep } from "node:timers/promises";
import type { HeldLease } from "@/lib/data/leases";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { followLog } from "./follow-log";
import type { LiveRuns } from "@/lib/runs/lease/live-runs";
import { findWorker } from "./read-conversation";
import type { RunDeps } from "@/lib/runs/ports";
import type { FollowOptions } from "@/lib/runs/log/run-log";

export type RunStream = ReadableStream<Uint8Array<ArrayBuffer>>;
type Place = { userId: string; conversationId: string };

/** The running reply of a conversation, wherever it is made; `null` when nothing runs. One that nobody makes any more is gone on with here. */
export async function followRun(
  deps: RunDeps,
  live: LiveRuns,
  { userId, conversationId }: Place,
  options: FollowOptions,
): Promise<RunStream | null> {
  const here = await live.find(userId, conversationId);
  if (here !== null) return here.log.follow(options);
  const active = (await deps.conversations.find(userId, conversationId))?.activeRunId ?? null;
  if (active === null) return null;
  const place = { userId, conversationId, runId: active };
  if (!(await findWorker(deps, live, place))) return null;
  const taken = await live.find(userId, conversationId);
  if (taken !== null) return taken.log.follow(options);
  const held = await deps.leases.find(active);
  return held === null ? null : followElsewhere(deps, live, held, options);
}

/** The stored log of a reply that another process makes; when that falls silent, this process goes on with it. */
export function followElsewhere(
  deps: RunDeps,
  live: LiveRuns,
  held: HeldLease,
  options: FollowOptions = {},
): Promise<RunStream> {
  const { runId, lease } = held;
  const goOn = () =>
    void findWorker(deps, live, { ...lease, runId }).catch((error: unknown) =>
      deps.log.warn("run_not_taken_over", { runId, error }),
    );
  return followLog(deps, held, options, goOn);
}

const lookMs = 1_000;
const longestReplyMs = 15 * 60_000;

/** The stored reply of a run that another process makes, once it is over. */
export async function waitForReply(
  deps: RunDeps,
  { userId, conversationId, runId }: Place & { runId: string },
): Promise<ChatMessage> {
  for (const until = deps.now() + longestReplyMs; ;) {
    if (deps.now() > until)
      throw new AppError("timeout", "The reply takes longer than a request may wait for it.");
    const conversation = await deps.conversations.get(userId, conversationId);
    if (conversation.activeRunId !== runId) break;
    await sleep(lookMs, undefined, { signal: deps.closing });
  }
  const record = await deps.runs.find(userId, runId);
  const stored = record === null ? null : await deps.messages.find(userId, conversationId, record.messageId);
  if (stored === null) throw new AppError("not_found", "The reply was not kept.");
  return stored.message;
}
