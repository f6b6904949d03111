import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createJournal } from "@/lib/store/journal";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { watchThreads } from "@/tests/support/watch-threads";

const threads = watchThreads();

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("ends the thread after eight seconds without work, never during work, and starts another", async () => {
  const file = `${makeTemporaryFolder()}/test.db`;
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE kept (word TEXT)");
  const emptyHere = vi.fn<() => void>();
  const journal = createJournal(file, emptyHere, { quietMs: 0, latestMs: 0 });
  for (const round of [1, 2]) {
    journal.note();
    await vi.advanceTimersByTimeAsync(0);
    const thread = threads.at(-1);
    if (thread === undefined) throw new Error("No thread was started.");
    expect(threads).toHaveLength(round);
    const [done, ended] = [once(thread, "message"), once(thread, "exit")];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.race([done, ended])).toEqual([true]);
    await vi.advanceTimersByTimeAsync(8_000);
    await ended;
  }
  expect(emptyHere).not.toHaveBeenCalled();
  await journal.close();
  database.close();
});
