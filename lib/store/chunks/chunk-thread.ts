import { Worker } from "node:worker_threads";
import { AppError, toAppError } from "@/lib/errors";
import { createClosed, createUnavailable } from "@/lib/store/store-errors";
import type { NewChunk } from "./chunk-index";
import type { ChunkCalls, ChunkThreadData, FromThread, ToThread } from "./chunk-worker";
import type { LoadFile } from "./segment-search";

export type ChunkThread = ReturnType<typeof createChunkThread>;

/**
 * The thread ends after eight seconds without a call, which frees 10 MB. Once it has searched it stays for
 * five minutes: the next search would have to read the index again.
 */
const toIdleMs = (hasSearched: boolean) => (hasSearched ? 300_000 : 8_000);
const searches: ReadonlySet<keyof ChunkCalls> = new Set(["search", "read", "searchSegments", "readSegment"]);

/** A message of so many chunks is copied in about a millisecond. */
const chunksAtOnce = 200;

/**
 * A thread that starts with the first call and again after a crash, which fails the calls that it was at. A
 * caller who leaves does not stop it.
 */
export function createChunkThread(data: ChunkThreadData, load: LoadFile = () => Promise.resolve(null)) {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let [hasSearched, isClosed] = [false, false];
  const calls = createCalls();

  function start(): Worker {
    const started = new Worker(new URL("./chunk-worker.ts", import.meta.url), { workerData: data });
    const lose = (cause?: unknown) => void (worker === started && leave(createUnavailable(cause)));
    started.on("error", lose);
    started.on("exit", () => lose());
    started.on("message", (message: FromThread) => {
      if (message.kind === "load") return void sendFile(started, message, load);
      if (calls.settle(message) === 0) rest(started);
    });
    return started;
  }

  /** A thread that rests keeps the process from nothing. */
  function rest(idle: Worker): void {
    idle.unref();
    clearTimeout(timer);
    timer = setTimeout(() => void end(createUnavailable()), toIdleMs(hasSearched)).unref();
  }

  function leave(error: AppError): Worker | null {
    const left = worker;
    worker = null;
    hasSearched = false;
    clearTimeout(timer);
    calls.fail(error);
    return left;
  }

  async function end(error: AppError): Promise<void> {
    await leave(error)?.terminate();
  }

  return {
    async call<NAME extends keyof ChunkCalls>(
      name: NAME,
      ...args: Parameters<ChunkCalls[NAME]>
    ): Promise<ReturnType<ChunkCalls[NAME]>> {
      if (isClosed) throw createClosed();
      worker ??= start();
      hasSearched ||= searches.has(name);
      clearTimeout(timer);
      worker.ref();
      const { id, answer } = calls.begin();
      send(worker, { kind: "call", id, name, args });
      return (await answer) as ReturnType<ChunkCalls[NAME]>;
    },
    /** Ends the thread; the next call starts another one. */
    restart: () => end(createUnavailable()),
    close(): Promise<void> {
      isClosed = true;
      return end(createClosed());
    },
  };
}

type ThreadAnswer = Exclude<FromThread, { kind: "load" }>;

/** The calls that a thread has not answered yet. */
function createCalls() {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: AppError) => void }>();
  let last = 0;
  return {
    begin(): { id: number; answer: Promise<unknown> } {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set((last += 1), { resolve, reject });
      return { id: last, answer: promise };
    },
    /** Says how many are left. */
    settle(answer: ThreadAnswer): number {
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === "answer") call?.resolve(answer.value);
      else call?.reject(new AppError(answer.code, answer.message, { cause: answer.cause }));
      return waiting.size;
    },
    fail(error: AppError): void {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

async function sendFile(
  to: Worker,
  { id, path }: Extract<FromThread, { kind: "load" }>,
  load: LoadFile,
): Promise<void> {
  try {
    const found = await load(path);
    // A copy: what is given away may be a part of something larger.
    const bytes = found === null ? null : new Uint8Array(found);
    send(to, { kind: "file", id, bytes, problem: null }, bytes === null ? [] : [bytes.buffer]);
  } catch (error) {
    send(to, { kind: "file", id, bytes: null, problem: toAppError(error).message });
  }
}

function send(to: Worker, message: ToThread, transferred: ArrayBuffer[] = []): void {
  to.postMessage(message, transferred);
}

/** Hands over a document piece by piece, so that nobody else waits, and lets `finish` use it by its name. */
export async function handOver<T>(
  thread: ChunkThread,
  chunks: readonly NewChunk[],
  finish: (name: string) => Promise<T>,
): Promise<T> {
  const name = crypto.randomUUID();
  try {
    for (let at = 0; at < chunks.length; at += chunksAtOnce)
      await thread.call("stage", name, chunks.slice(at, at + chunksAtOnce));
    return await finish(name);
  } catch (error) {
    await thread.call("drop", name).catch(() => undefined);
    throw error;
  }
}

/** Fails with `aborted` as soon as the caller leaves; the thread finishes what it is at. */
export async function untilStopped<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new AppError("aborted", "The search was stopped."));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, signal.aborted ? promise : work()]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
