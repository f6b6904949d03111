import { AppError, findErrorCode } from "@/lib/errors";
import { Worker } from "node:worker_threads";
import type { JobName, Jobs, Order, WorkerAnswer } from "./document-worker";

type Input<JOB extends JobName> = Jobs[JOB]["input"];
type Output<JOB extends JobName> = Jobs[JOB]["output"];

export type PoolOptions = ThreadLimits & {
  size: number;
  /** So long a thread waits for the next document. */ idleMs: number;
};

const defaultOptions: PoolOptions = { size: 2, timeLimitMs: 15_000, memoryMb: 384, idleMs: 60_000 };

/**
 * Does one kind of job on documents in threads of their own, at most `size` at once; the others wait. Threads
 * start when they are needed and end when they are not. A document that takes too long (`timeout`) or too
 * much memory (`too_large`), or that nobody wants any more (`aborted`), ends its thread and no other
 * document. Threads go round between owners: who has many documents waits for their own.
 */
export function createDocumentPool<JOB extends JobName>(job: JOB, options: Partial<PoolOptions> = {}) {
  type Thread = DocumentThread<JOB>;
  const { size, idleMs, ...limits } = { ...defaultOptions, ...options };
  const resting = new Map<Thread, NodeJS.Timeout>();
  const waiting = createTurns<(thread: Thread) => void>();
  let working = 0;

  function takeResting(): Thread {
    for (const [thread, timer] of resting) {
      clearTimeout(timer);
      resting.delete(thread);
      if (!thread.hasEnded()) return thread;
    }
    return startDocumentThread(job, limits);
  }

  function take(owner: string, signal: AbortSignal): Promise<Thread> {
    if (working < size) {
      working += 1;
      return Promise.resolve(takeResting());
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.remove(owner, receive);
        reject(new AppError("aborted", "Reading a document was stopped."));
      };
      const receive = (thread: Thread) => {
        signal.removeEventListener("abort", leave);
        resolve(thread);
      };
      waiting.add(owner, receive);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  function giveBack(thread: Thread): void {
    const next = waiting.takeNext();
    if (next !== null) {
      next(thread.hasEnded() ? startDocumentThread(job, limits) : thread);
      return;
    }
    working -= 1;
    if (!thread.hasEnded()) resting.set(thread, setTimeout(() => endResting(thread), idleMs).unref());
  }

  function endResting(thread: Thread): void {
    resting.delete(thread);
    thread.end();
  }

  return async function read(input: Input<JOB>, signal: AbortSignal, owner = ""): Promise<Output<JOB>> {
    const thread = await take(owner, signal);
    try {
      return await thread.read(input, signal);
    } finally {
      giveBack(thread);
    }
  };
}

/** Who waits, in the order in which owners get their turn; of one owner in the order of coming. */
function createTurns<ITEM>() {
  const byOwner = new Map<string, Set<ITEM>>();
  function remove(owner: string, item: ITEM): void {
    const items = byOwner.get(owner);
    items?.delete(item);
    if (items?.size === 0) byOwner.delete(owner);
  }
  return {
    remove,
    add(owner: string, item: ITEM): void {
      byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(item));
    },
    takeNext(): ITEM | null {
      for (const [owner, items] of byOwner)
        for (const item of items) {
          remove(owner, item);
          // Whoever has more to read goes to the end.
          if (byOwner.delete(owner)) byOwner.set(owner, items);
          return item;
        }
      return null;
    },
  };
}

/** One document at a time. What fails fails alone; time, memory and a leaving caller end the thread too. */
type DocumentThread<JOB extends JobName> = {
  read: (input: Input<JOB>, signal: AbortSignal) => Promise<Output<JOB>>;
  hasEnded: () => boolean;
  end: () => void;
};

type ThreadLimits = {
  /** For one document. */ timeLimitMs: number;
  /** For its objects; half as much again for buffers, which no limit of the runtime counts. */
  memoryMb: number;
};
/** So often the memory of a thread that reads is looked at; reading fills less than 50 MB in that time. */
const lookMs = 25;
/**
 * The runtime's own limit stands above ours: where that is met in the middle of an allocation, it ends the
 * whole process.
 */
const headroomMb = 512;

function startDocumentThread<JOB extends JobName>(
  job: JOB,
  { timeLimitMs, memoryMb }: ThreadLimits,
): DocumentThread<JOB> {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb + headroomMb, maxYoungGenerationSizeMb: 64 };
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
      const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer<Output<JOB>>>();
      const timer = setTimeout(() => end(toLate(timeLimitMs)), timeLimitMs);
      const watch = setInterval(
        () => void exceeds(worker, memoryMb).then((isTooMuch) => isTooMuch && end(toExcess())),
        lookMs,
      );
      const stop = () => end(toStopped());
      signal.addEventListener("abort", stop, { once: true });
      worker.once("message", resolve);
      fail = reject;
      // A thread that rests keeps the process from nothing.
      worker.ref();
      send(worker, { job, input } as Order);
      try {
        return toOutput(await promise);
      } finally {
        clearTimeout(timer);
        clearInterval(watch);
        signal.removeEventListener("abort", stop);
        worker.unref();
      }
    },
  };
}

/**
 * Whether a thread holds more than that in objects, or more than half of that in buffers. It answers also
 * while it is at work.
 */
async function exceeds(worker: Worker, megabytes: number): Promise<boolean> {
  const limit = megabytes * 1024 * 1024;
  try {
    const { used_heap_size: objects, external_memory: buffers } = await worker.getHeapStatistics();
    return objects > limit || buffers > limit / 2;
  } catch {
    // It has ended, or Node is older than 22.16 and cannot tell: then the runtime's limit is the only one.
    return false;
  }
}

/** With a copy of the bytes: they may be a part of something larger, and their caller may need them. */
function send(worker: Worker, { job, input }: Order): void {
  const bytes = new Uint8Array(input.bytes);
  worker.postMessage({ job, input: { ...input, bytes } }, [bytes.buffer]);
}

function toOutput<OUTPUT>(answer: WorkerAnswer<OUTPUT>): OUTPUT {
  if ("output" in answer) return answer.output;
  throw new AppError(answer.code, answer.message, { cause: answer.cause });
}

function toLate(timeLimitMs: number): AppError {
  return new AppError("timeout", `The document took more than ${timeLimitMs / 1000} seconds to read.`);
}

function toStopped(): AppError {
  return new AppError("aborted", "Reading a document was stopped.");
}

function toExcess(cause?: Error | null): AppError {
  return new AppError("too_large", "The document takes too much memory to read.", { cause });
}

function toCrash(cause: Error | null): AppError {
  if (findErrorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY") return toExcess(cause);
  return new AppError("page_unavailable", "The document could not be read.", { cause });
}
