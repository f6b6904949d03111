import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { LiveRun } from "./live-run";
import { historyWindow } from "./model-messages";
import type { RunDeps } from "./run-deps";

/** A reply that has begun does not end because the store is away for a moment. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000];

/**
 * What the model is told beside the question: the newest messages of the conversation, and what is remembered of the person. A store
 * that is away is waited for, some seconds; memory that cannot be read is gone without.
 */
export async function readContext(deps: RunDeps, run: LiveRun): Promise<{ messages: ChatMessage[]; facts: string[] }> {
  const { userId, conversationId, seq } = run;
  const [history, facts] = await Promise.all([
    awaitStore(run, () => deps.messages.listNewest(userId, conversationId, { limit: historyWindow, beforeSeq: seq })),
    run.settings.memoryEnabled ? readFacts(deps, run) : [],
  ]);
  return { messages: history.messages.map(({ message }) => message), facts };
}

async function readFacts(deps: RunDeps, run: LiveRun): Promise<string[]> {
  try {
    const facts = await awaitStore(run, () => deps.memory.factsForPrompt(run.userId));
    return facts.map(({ content }) => content);
  } catch (error) {
    deps.log.warn("memory_not_read", { runId: run.id, error });
    return [];
  }
}

async function awaitStore<T>({ controller }: LiveRun, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined || !isAppError(error) || error.code !== "store_unavailable") throw error;
      await sleep(delayMs, undefined, { signal: controller.signal });
    }
  }
}
