import { setTimeout as sleep } from "node:timers/promises";
import { cutStrings } from "@/lib/data/fit-body";
import { AppError, isAppError } from "@/lib/errors";
import type { LogBatch, LogCursor } from "@/lib/engine/records/run-logs";
import { addEntry, toBody, type RunEntry } from "./entries";

export type LogWriterOptions = {
  epoch: number;
  /** The position in the log after which this worker goes on. */
  after: LogCursor | null;
  append: (batch: LogBatch) => Promise<void>;
  /** What was added before this call is in this batch or an earlier one. */
  onCut: (cursor: LogCursor) => void;
  onFailure: (error: unknown) => void;
};

/** Between batches: what a reader elsewhere is behind, and what a minute's answer costs in writes. */
const windowMs = 1_100;
/** What a batch may hold: as a text within a document every character may take several bytes. */
const batchCharacters = 250_000;
const keptCharacters = 20_000;
const retryMs = [200, 500, 1_000, 2_000, 4_000];

/**
 * Writes a run's entries to the store in batches, each once and in order, beside the stream and never before
 * it. While the store is away it tries again and keeps what comes.
 */
export function createLogWriter({ epoch, after, append, onCut, onFailure }: LogWriterOptions) {
  const life = new AbortController();
  let pending: RunEntry[] = [];
  let characters = 0;
  let seq = 0;
  let timer: NodeJS.Timeout | null = null;
  let tail: Promise<void> = Promise.resolve();

  const write = createInsistent({ append, onFailure }, life.signal);

  function cut(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.length === 0 || life.signal.aborted) return;
    const cursor = { epoch, seq: (seq += 1) };
    const batch: LogBatch = { ...cursor, after: seq === 1 ? after : null, body: toBody(pending) };
    pending = [];
    characters = 0;
    onCut(cursor);
    tail = tail.then(() => write(batch));
  }

  return {
    add(entry: RunEntry): void {
      if (life.signal.aborted) return;
      const fitting = toFitting(entry);
      const size = toSize(fitting);
      if (characters + size > batchCharacters) cut();
      addEntry(pending, fitting);
      characters += size;
      // All runs of a process write at the same moments, so that one commit carries them all.
      timer ??= setTimeout(cut, windowMs - (Date.now() % windowMs));
    },
    /** Writes what is pending now, without waiting for it. */
    cut,
    /** Resolves when all so far is stored; rejects with `store_unavailable` when that exceeds `limitMs`. */
    flush(limitMs: number): Promise<void> {
      cut();
      return limit(tail, limitMs);
    },
    /** Writes nothing more; what is under way is waited for. */
    async end(): Promise<void> {
      life.abort();
      if (timer !== null) clearTimeout(timer);
      await tail;
    },
  };
}

/** What may pass while it is tried again. */
const passing: ReadonlySet<string> = new Set(["store_unavailable", "conflict", "timeout", "overloaded"]);

/** Repeats while the store is away. Gives up only what no store could take or nobody wants any more. */
function createInsistent(
  { append, onFailure }: Pick<LogWriterOptions, "append" | "onFailure">,
  life: AbortSignal,
) {
  return async (batch: LogBatch): Promise<void> => {
    for (let attempt = 0; !life.aborted; attempt += 1) {
      try {
        return await append(batch);
      } catch (error) {
        if (attempt === 0) onFailure(error);
        if (!isAppError(error) || !passing.has(error.code)) return;
        await sleep(retryMs[Math.min(attempt, retryMs.length - 1)], undefined, { signal: life }).catch(
          () => undefined,
        );
      }
    }
  };
}

async function limit(work: Promise<void>, limitMs: number): Promise<void> {
  const timeout = new AbortController();
  const late = sleep(limitMs, undefined, { signal: timeout.signal }).then(() =>
    Promise.reject(new AppError("store_unavailable", "The storage does not answer.")),
  );
  try {
    await Promise.race([work, late]);
  } finally {
    timeout.abort();
    late.catch(() => undefined);
  }
}

/** Deltas are many and small; everything else is measured. */
function toSize(entry: RunEntry): number {
  return "delta" in entry && typeof entry.delta === "string"
    ? entry.delta.length + 40
    : JSON.stringify(entry).length;
}

/** An entry that is too long for a document loses the length of its texts. */
function toFitting(entry: RunEntry): RunEntry {
  if ("delta" in entry) return entry;
  return JSON.stringify(entry).length <= batchCharacters ? entry : cutStrings(entry, keptCharacters);
}
