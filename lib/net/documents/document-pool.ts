import { AppError } from "@/lib/errors";
import type { DocumentInput, ReadDocument } from "./document";
import { startDocumentThread, type DocumentThread, type ThreadLimits } from "./document-thread";

export type PoolOptions = ThreadLimits & {
  size: number;
  /** So long a thread waits for the next document. */ idleMs: number;
};

const defaultOptions: PoolOptions = { size: 2, timeLimitMs: 15_000, memoryMb: 512, idleMs: 60_000 };

/**
 * Reads documents in threads of their own, at most `size` at once; the others wait. Threads start when they are needed and
 * end when they are not. A document that takes too long (`timeout`) or too much memory (`too_large`), or that nobody wants
 * any more (`aborted`), ends its thread and no other document.
 */
export function createDocumentPool(options: Partial<PoolOptions> = {}) {
  const { size, idleMs, ...limits } = { ...defaultOptions, ...options };
  const resting = new Map<DocumentThread, NodeJS.Timeout>();
  const waiting = new Set<(thread: DocumentThread) => void>();
  let working = 0;

  function takeResting(): DocumentThread {
    for (const [thread, timer] of resting) {
      clearTimeout(timer);
      resting.delete(thread);
      if (!thread.hasEnded()) return thread;
    }
    return startDocumentThread(limits);
  }

  function take(signal: AbortSignal): Promise<DocumentThread> {
    if (working < size) {
      working += 1;
      return Promise.resolve(takeResting());
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(receive);
        reject(new AppError("aborted", "Reading a document was stopped."));
      };
      const receive = (thread: DocumentThread) => {
        signal.removeEventListener("abort", leave);
        resolve(thread);
      };
      waiting.add(receive);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  function giveBack(thread: DocumentThread): void {
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      next(thread.hasEnded() ? startDocumentThread(limits) : thread);
      return;
    }
    working -= 1;
    if (!thread.hasEnded()) resting.set(thread, setTimeout(() => endResting(thread), idleMs).unref());
  }

  function endResting(thread: DocumentThread): void {
    resting.delete(thread);
    thread.end();
  }

  return async function read(input: DocumentInput, signal: AbortSignal): Promise<ReadDocument> {
    const thread = await take(signal);
    try {
      return await thread.read(input, signal);
    } finally {
      giveBack(thread);
    }
  };
}
