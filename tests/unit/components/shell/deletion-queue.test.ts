import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeletionQueue } from "@/lib/client/deletion-queue";

const delayMs = 6_000;

describe("the deletion queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("deletes when the time for undoing is over, and not before", async () => {
    const { queue, sent } = openQueue();
    queue.add(["a"], failTest);
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([["a", false]]);
  });

  it("deletes nothing that was undone in time", async () => {
    const { queue, sent } = openQueue();
    queue.add(["a"], failTest);
    expect(queue.cancel("a")).toBe(true);
    await vi.advanceTimersByTimeAsync(delayMs);
    queue.flush();
    expect(sent).toEqual([]);
  });

  it("says that undoing comes too late when it is already deleted", async () => {
    const { queue } = openQueue();
    queue.add(["a"], failTest);
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(queue.cancel("a")).toBe(false);
  });

  it("sends everything that waits when the page goes away, each once", async () => {
    const { queue, sent } = openQueue();
    queue.add(["a"], failTest);
    queue.add(["b"], failTest);
    queue.flush();
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(sent).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  it("tells when the server would not delete it", async () => {
    const { queue } = openQueue(() => false);
    const failures: string[] = [];
    queue.add(["a"], (failed) => failures.push(...failed));
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(failures).toEqual(["a"]);
  });

  it("tells once which of several the server would not delete, and leaves those that were undone", async () => {
    const { queue, sent } = openQueue((id) => id === "b");
    const failures: string[][] = [];
    queue.add(["a", "b", "c", "d"], (failed) => failures.push(failed));
    queue.cancel("d");
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(failures).toEqual([["a", "c"]]);
    expect(sent.map(([id]) => id)).toEqual(["a", "b", "c"]);
  });
});

function openQueue(isDeleted: (id: string) => boolean = () => true) {
  const sent: [string, boolean][] = [];
  const queue = createDeletionQueue({
    delayMs,
    send: (id, isLeaving) => {
      sent.push([id, isLeaving]);
      return Promise.resolve(isDeleted(id));
    },
  });
  return { queue, sent };
}

function failTest(): void {
  throw new Error("the deletion failed");
}
