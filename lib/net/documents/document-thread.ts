import { Worker } from "node:worker_threads";
import { AppError, findErrorCode } from "@/lib/errors";
import type { DocumentInput, ReadDocument } from "./document";
import type { WorkerAnswer } from "./document-worker";

/** Reads one document at a time. What fails by itself fails alone; time, memory and a caller who leaves end the thread too. */
export type DocumentThread = {
  read: (input: DocumentInput, signal: AbortSignal) => Promise<ReadDocument>;
  hasEnded: () => boolean;
  end: () => void;
};

export type ThreadLimits = { /** For one document. */ timeLimitMs: number; memoryMb: number };

export function startDocumentThread({ timeLimitMs, memoryMb }: ThreadLimits): DocumentThread {
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
