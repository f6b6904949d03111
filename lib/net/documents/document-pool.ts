import { AppError, findErrorCode } from "@/lib/errors";
import type { DocumentInput, ReadDocument } from "./document";
import { Worker } from "node:worker_threads";
import type { WorkerAnswer } from "./document-worker";

export type PoolOptions = ThreadLimits & {
  size: number;
  /** So long a thread waits for the next document. */ idleMs: number;
};

const defaultOptions: PoolOptions = { size: 2, timeLimitMs: 15_000, memoryMb: 512, idleMs: 60_000 };

/**
 * Reads documents in threads of their own, at most `size` at once; the others wait. Threads start when they
 * are needed and end when they are not. A document that takes too long (`timeout`) or too much memory
 * (`too_large`), or that nobody wants any more (`aborted`), ends its thread and no other document.
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

/** One document at a time. What fails fails alone; time, memory and a leaving caller end the thread too. */
type DocumentThread = {
  read: (input: DocumentInput, signal: AbortSignal) => Promise<ReadDocument>;
  hasEnded: () => boolean;
  end: () => void;
};

type ThreadLimits = { /** For one document. */ timeLimitMs: number; memoryMb: number };

function startDocumentThread({ timeLimitMs, memoryMb }: ThreadLimits): DocumentThread {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 };
  // Packages print warnings about what they read: that is no business of our log.
  const worker = new Worker(new URL("./document-worker.ts", import.meta.url), {
    resourceLimits,
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  let hasEnded = false;
  let fail: (error: AppError) => void = () => undefined;
  const end = (error: AppError) => {
    hasEnded = true;
    void worker.terminate();
    fail(error);
  };
  worker.on("error", (error) => end(toCrash(error)));
  worker.on("exit", () => end(toCrash(null)));
  return {
    hasEnded: () => hasEnded,
    end: () => end(toStopped()),
    async read(input, signal) {
      if (signal.aborted) throw toStopped();
      const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
      const timer = setTimeout(() => end(toLate(timeLimitMs)), timeLimitMs);
      const stop = () => end(toStopped());
      signal.addEventListener("abort", stop, { once: true });
      worker.once("message", resolve);
      fail = reject;
      // A thread that rests keeps the process from nothing.
      worker.ref();
      send(worker, input);
      try {
        return toDocument(await promise);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        worker.unref();
      }
    },
  };
}

/** With a copy of the bytes: they may be a part of something larger, and their caller may need them. */
function send(worker: Worker, input: DocumentInput): void {
  const bytes = new Uint8Array(input.bytes);
  worker.postMessage({ ...input, bytes }, [bytes.buffer]);
}

function toDocument(answer: WorkerAnswer): ReadDocument {
  if ("document" in answer) return answer.document;
  throw new AppError(answer.code, answer.message, { cause: answer.cause });
}

function toLate(timeLimitMs: number): AppError {
  return new AppError("timeout", `The document took more than ${timeLimitMs / 1000} seconds to read.`);
}

function toStopped(): AppError {
  return new AppError("aborted", "Reading a document was stopped.");
}

function toCrash(cause: Error | null): AppError {
  if (findErrorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY")
    return new AppError("too_large", "The document takes too much memory to read.", { cause });
  return new AppError("page_unavailable", "The document could not be read.", { cause });
}
