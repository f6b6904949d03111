import type { Leases } from "@/lib/engine/records/leases";
import { leaseMs, type HeldLease } from "@/lib/engine/records/leases";
import { compareCursors, type LogBatch, type LogCursor } from "@/lib/engine/records/run-logs";
import type { RecordPorts } from "@/lib/engine/ports";
import { isMark, readEntries } from "@/lib/engine/log/entries";
import { createRunLog, type FollowOptions, type LogEnd } from "@/lib/engine/log/run-log";

/** Over the lease's own time, before the lease is looked at again. */
const slackMs = 500;
/** How often a run that was let go is offered to this process. */
const againMs = 2_000;
/** How long the log's end may come after the reply is saved. */
const endMs = 3_000;

/**
 * Another process's reply from its log: everything so far, then what comes, about a second behind. It ends
 * without an end when the worker has changed or is silent, which `onSilent` hears: readers then ask again.
 * While the person is asked it ends too, unless the reader stays.
 */
export async function followLog(
  records: RecordPorts,
  { runId, lease }: HeldLease,
  options: FollowOptions,
  onSilent: () => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const log = createRunLog();
  let read: LogCursor | null = null;
  const stops: (() => void)[] = [];
  const end = (how: LogEnd) => {
    for (const stop of stops.splice(0)) stop();
    log.end(how);
  };

  function take(batch: LogBatch): void {
    // Something was read that does not count any more.
    if (batch.after !== null && read !== null && compareCursors(read, batch.after) > 0)
      return end("elsewhere");
    if (read !== null && compareCursors(batch, read) <= 0) return;
    read = batch;
    const { entries } = readEntries([batch]);
    log.load(entries, batch);
    if (entries.some((entry) => !isMark(entry) && entry.type === "finish")) end("over");
  }

  /** All that came before the person was asked is stored by then. */
  async function endWaiting(): Promise<void> {
    for (const batch of await records.runLogs.read(runId)) take(batch);
    end("waiting");
  }

  for (const batch of await records.runLogs.read(runId)) take(batch);
  stops.push(records.runLogs.watch(runId, read, (batches) => batches.forEach(take)));
  stops.push(
    watchWorker(
      records.leases,
      { runId, epoch: lease.epoch },
      {
        ...{ onEnd: () => end("elsewhere"), onSilent },
        ...(options.staysWaiting !== true && {
          onWaiting: () => void endWaiting().catch(() => end("elsewhere")),
        }),
      },
    ),
  );
  return endWith(log.follow(options), () => end("elsewhere"));
}

type WorkerEvents = { onEnd: () => void; onSilent: () => void; onWaiting?: () => void };

/** Notices that the worker has ended, changed or died. */
function watchWorker(
  leases: Leases,
  { runId, epoch }: { runId: string; epoch: number },
  { onEnd, onSilent, onWaiting }: WorkerEvents,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  const wait = (ms: number, then: () => void) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const leave = () => {
    onEnd();
    onSilent();
  };
  const offer = () => {
    onSilent();
    wait(againMs, offer);
  };
  const look = async () => {
    const held = await leases.find(runId).catch(() => null);
    if (held !== null && held.ageMs <= leaseMs) wait(leaseMs - held.ageMs + slackMs, () => void look());
    else leave();
  };
  const unwatch = leases.watch(runId, (held) => {
    if (held === null) return onEnd();
    if (held.lease.endedAt !== null) return wait(endMs, onEnd);
    if (held.lease.epoch !== epoch) return leave();
    if (held.waitMs !== null) return onWaiting === undefined ? wait(held.waitMs, offer) : onWaiting();
    // Somebody goes on with it soon, this process if it has room.
    if (held.lease.isReleased) return wait(0, offer);
    wait(leaseMs - held.ageMs + slackMs, () => void look());
  });
  return () => {
    unwatch();
    if (timer !== null) clearTimeout(timer);
  };
}

/** Stops what feeds the stream when its reader leaves. */
function endWith(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  stop: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      stop();
      await reader.cancel(reason);
    },
  });
}
