import { randomUUID } from "node:crypto";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import type { RunRecord } from "@/lib/protocol/run-record";
import { openStore } from "@/lib/store/open";
import type { Write } from "@/lib/store/store";
import { toRunRecord } from "@/tests/support/messages";
import { toConversationWrites, writeInBatches } from "./seed-records";

/** Conversations whose documents share a commit: the fewer commits, the less of the file is written again and again. */
const group = 5_000;
const firstAt = Date.UTC(2024, 0, 1);
const apartMs = 10_000;

/**
 * Fills the store of a folder with a person's conversations: question, answer and run each, by ids as random as the product's.
 * Gives their ids, the oldest first.
 */
export async function seedMany({
  dataDir,
  userId,
  count,
}: {
  dataDir: string;
  userId: string;
  count: number;
}): Promise<string[]> {
  const store = await openStore({ driver: "embedded", dataDir });
  const ids = Array.from({ length: count }, () => randomUUID());
  for (let from = 0; from < count; from += group) {
    const writes = ids
      .slice(from, from + group)
      .flatMap((id, index) => toTurnWrites(userId, id, firstAt + (from + index) * apartMs));
    await writeInBatches(store, writes, writes.length);
  }
  await store.close();
  return ids;
}

function toTurnWrites(userId: string, id: string, updatedAt: number): Write[] {
  const runId = randomUUID();
  return [
    ...toConversationWrites({ userId, id, messages: 2, updatedAt }),
    { kind: "set", path: paths.run(userId, runId), data: toRunData(toRun(runId, id, updatedAt)) },
  ];
}

function toRun(id: string, conversationId: string, endedAt: number): RunRecord {
  const place = {
    conversationId,
    userMessageId: `${conversationId}-m1`,
    messageId: `${conversationId}-m2`,
    model: "local:test",
  };
  const usage = { inputTokens: 20, outputTokens: 5, reasoningTokens: 0, cachedInputTokens: 0 };
  return toRunRecord(id, {
    ...place,
    status: "ended",
    outcome: "completed",
    usage,
    startedAt: endedAt - 3_000,
    firstTokenAt: endedAt - 2_000,
    endedAt,
  });
}
