import { AppError, findErrorCode, type ErrorCode } from "@/lib/errors";
import type { ResourceLimits, Transferable, Worker } from "node:worker_threads";
import type { ThreadAnswer } from "./answer-orders";

export type PoolOptions = ThreadLimits & {
  size: number;
  /** So long a thread waits for the next order. */ idleMs: number;
};

const defaultOptions: PoolOptions = {
  ...{ size: 2, timeLimitMs: 15_000, workLimitMs: Infinity, memoryMb: 384, idleMs: 60_000 },
  ...{ what: "The document", crashCode: "page_unavailable" },
};

type Packed = { message: unknown; moved?: Transferable[] };
/** How a thread begins, with its output kept from ours, and what is sent to it for an order. */
type ThreadKind<ORDER> = { open: (limits: ResourceLimits) => Worker; pack: (order: ORDER) => Packed };

/**
 * Does orders of one kind in threads of their own, at most `size` at once; the others wait. Threads start
 * when they are needed and end when they are not. An order that takes too long (`timeout`) or too much memory
 * (`too_large`), or that nobody waits for any more (`aborted`), ends its thread and no other order. Threads
 * go round between owners: who has many orders waits for their own.
 */
export function createThreadPool<ORDER, OUTPUT>(kind: ThreadKind<ORDER>, options: Partial<PoolOptions> = {}) {
  type Thread = PoolThread<ORDER, OUTPUT>;
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
    return startThread<ORDER, OUTPUT>(kind, limits);
  }

  function take(owner: string, signal: AbortSignal): Promise<Thread> {
    if (working < size) {
      working += 1;
      return Promise.resolve(takeResting());
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.remove(owner, receive);
        reject(toStopped(limits));
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
      next(thread.hasEnded() ? startThread<ORDER, OUTPUT>(kind, limits) : thread);
      return;
    }
    working -= 1;
    if (!thread.hasEnded()) resting.set(thread, setTimeout(() => endResting(thread), idleMs).unref());
  }

  function endResting(thread: Thread): void {
    resting.delete(thread);
    thread.end();
  }

  return async function answer(order: ORDER, signal: AbortSignal, owner = ""): Promise<OUTPUT> {
    const thread = await take(owner, signal);
    try {
      return await thread.answer(order, signal);
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

/** One order at a time. What fails fails alone; time, memory and a leaving caller end the thread too. */
type PoolThread<ORDER, OUTPUT> = {
  answer: (order: ORDER, signal: AbortSignal) => Promise<OUTPUT>;
  hasEnded: () => boolean;
  end: () => void;
};

type ThreadLimits = {
  /** For one order. */ timeLimitMs: number;
  /** Of the processor, for one order, where Node (24.6 and newer) can tell. */ workLimitMs: number;
  /** For its objects; half as much again for buffers, which no limit of the runtime counts. */
  memoryMb: number;
  /** What an order is about, and the code of its failure when the thread breaks. */
  what: string;
  crashCode: ErrorCode;
};
/** So often a thread that works is looked at; reading a document fills less than 50 MB in that time. */
const lookMs = 25;
/** Above our limit: meeting the runtime's own limit during an allocation would end the whole process. */
const headroomMb = 512;

function startThread<ORDER, OUTPUT>(
  { open, pack }: ThreadKind<ORDER>,
  limits: ThreadLimits,
): PoolThread<ORDER, OUTPUT> {
  const { timeLimitMs, memoryMb } = limits;
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb + headroomMb, maxYoungGenerationSizeMb: 64 };
  // Packages print warnings about what they read: that is no business of our log.
  const worker = open(resourceLimits);
  worker.stdout.resume();
  worker.stderr.resume();
  let hasEnded = false;
  let fail: (error: AppError) => void = () => undefined;
  const end = (error: AppError) => {
    hasEnded = true;
    void worker.terminate();
    fail(error);
  };
  worker.on("error", (error) => end(toCrash(limits, error)));
  worker.on("exit", () => end(toCrash(limits, null)));
  return {
    hasEnded: () => hasEnded,
    end: () => end(toStopped(limits)),
    async answer(order, signal) {
      if (signal.aborted) throw toStopped(limits);
      const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer<OUTPUT>>();
      const timer = setTimeout(() => end(toLate(limits, timeLimitMs)), timeLimitMs);
      const isOverworked = watchWork(worker, limits);
      const look = async () => {
        if (await exceeds(worker, memoryMb)) end(toExcess(limits));
        else if (await isOverworked()) end(toLate(limits, limits.workLimitMs));
      };
      const watch = setInterval(() => void look(), lookMs);
      const stop = () => end(toStopped(limits));
      signal.addEventListener("abort", stop, { once: true });
      worker.once("message", resolve);
      fail = reject;
      // A thread that rests keeps the process from nothing.
      worker.ref();
      const { message, moved } = pack(order);
      worker.postMessage(message, moved);
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

/** Tells whether a thread has worked longer than it may since this was called. */
function watchWork(worker: Worker, { workLimitMs }: ThreadLimits): () => Promise<boolean> {
  if (workLimitMs === Infinity || !("cpuUsage" in worker)) return () => Promise.resolve(false);
  let begun: number | null = null;
  return async () => {
    // A thread that has not begun, or has ended, tells nothing.
    const used = await worker.cpuUsage().catch(() => null);
    if (used === null) return false;
    const microseconds = used.user + used.system;
    begun ??= microseconds;
    return microseconds - begun > workLimitMs * 1_000;
  };
}

function toOutput<OUTPUT>(answer: ThreadAnswer<OUTPUT>): OUTPUT {
  if ("output" in answer) return answer.output;
  throw new AppError(answer.code, answer.message, { cause: answer.cause });
}

function toLate({ what }: ThreadLimits, limitMs: number): AppError {
  return new AppError("timeout", `${what} took more than ${limitMs / 1000} seconds.`);
}

function toStopped({ what }: ThreadLimits): AppError {
  return new AppError("aborted", `${what} is not wanted any more.`);
}

function toExcess({ what }: ThreadLimits, cause?: Error | null): AppError {
  return new AppError("too_large", `${what} takes too much memory.`, { cause });
}

function toCrash(limits: ThreadLimits, cause: Error | null): AppError {
  if (findErrorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY") return toExcess(limits, cause);
  return new AppError(limits.crashCode, `${limits.what} could not be worked on.`, { cause });
}
