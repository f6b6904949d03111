import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeletionQueue } from "@/components/shell/conversations/use-deletions";

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
    queue.add("a", failTest);
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([["a", false]]);
  });

  it("deletes nothing that was undone in time", async () => {
    const { queue, sent } = openQueue();
    queue.add("a", failTest);
    expect(queue.cancel("a")).toBe(true);
    await vi.advanceTimersByTimeAsync(delayMs);
    queue.flush();
    expect(sent).toEqual([]);
  });

  it("says that undoing comes too late when it is already deleted", async () => {
    const { queue } = openQueue();
    queue.add("a", failTest);
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(queue.cancel("a")).toBe(false);
  });

  it("sends everything that waits when the page goes away, each once", async () => {
    const { queue, sent } = openQueue();
    queue.add("a", failTest);
    queue.add("b", failTest);
    queue.flush();
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(sent).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  it("tells when the server would not delete it", async () => {
    const { queue } = openQueue(false);
    const failures: string[] = [];
    queue.add("a", () => failures.push("a"));
    await vi.advanceTimersByTimeAsync(delayMs);
    expect(failures).toEqual(["a"]);
  });
});

function openQueue(isDeleted = true) {
  const sent: [string, boolean][] = [];
  const queue = createDeletionQueue({
    delayMs,
    send: (id, isLeaving) => {
      sent.push([id, isLeaving]);
      return Promise.resolve(isDeleted);
    },
  });
  return { queue, sent };
}

function failTest(): void {
  throw new Error("the deletion failed");
}
