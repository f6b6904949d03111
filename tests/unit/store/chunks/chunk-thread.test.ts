import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createChunkThread } from "@/lib/store/chunks/chunk-thread";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { watchThreads } from "@/tests/support/watch-threads";

const threads = watchThreads();

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("ends the thread after eight seconds without a call, and after five minutes once it has searched", async () => {
  const thread = createChunkThread({ file: `${makeTemporaryFolder()}/index.db`, cacheKb: 1_000 });
  await thread.call("listDocuments", "s");
  await vi.advanceTimersByTimeAsync(7_999);
  await thread.call("listDocuments", "s");
  const first = endOf(threads.at(-1));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(first.hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await first.ended;

  const query = { scopes: ["s"], tokens: ["tea"], documentIds: null, limit: 10, offset: 0 };
  expect((await thread.call("search", query)).total).toBe(0);
  await thread.call("listDocuments", "s");
  expect(threads).toHaveLength(2);
  const second = endOf(threads.at(-1));
  await vi.advanceTimersByTimeAsync(299_999);
  expect(second.hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await second.ended;

  await thread.call("listDocuments", "s");
  const third = endOf(threads.at(-1));
  await vi.advanceTimersByTimeAsync(8_000);
  await third.ended;
  await thread.close();
});

function endOf(thread: Worker | undefined) {
  if (thread === undefined) throw new Error("No thread was started.");
  const terminate = vi.spyOn(thread, "terminate");
  return { ended: once(thread, "exit"), hasEnded: () => terminate.mock.calls.length > 0 };
}
