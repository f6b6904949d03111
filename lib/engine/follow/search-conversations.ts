import { setTimeout as sleep } from "node:timers/promises";
import type { SearchReply } from "@/lib/protocol/conversations";
import type { RunHost } from "@/lib/engine/ports";

export type ConversationQuery = { q: string; cursor?: string | undefined; limit: number };

/** Conversations whose words are collected between two looks at whether the server closes. */
const collectedAtOnce = 25;

/** A first search waits so long for words: most people have few conversations, or none from before. */
const firstWaitMs = 400;

/** A person's first search collects the words of conversations from before words were kept. */
export function createConversationSearch({
  records: { searchIndex },
  inBackground,
  closing,
  worker: { processLimitMs },
}: RunHost) {
  const collecting = new Set<string>();

  async function collect(userId: string): Promise<void> {
    if (collecting.has(userId)) return;
    collecting.add(userId);
    try {
      // A process that the platform may freeze after its answer does a part with each search.
      while (
        !(await searchIndex.collectOlder(userId, collectedAtOnce)) &&
        !closing.aborted &&
        processLimitMs === null
      );
    } finally {
      collecting.delete(userId);
    }
  }

  return async (userId: string, { q, ...page }: ConversationQuery): Promise<SearchReply> => {
    const found = await searchIndex.search(userId, q, page);
    if (!found.isCollecting) return found;
    const collected = collect(userId);
    inBackground("words_not_collected", collected);
    const isSoonDone = await Promise.race([
      collected.then(
        () => true,
        () => false,
      ),
      sleep(firstWaitMs, false, { signal: closing, ref: false }).catch(() => false),
    ]);
    return isSoonDone ? searchIndex.search(userId, q, page) : found;
  };
}
