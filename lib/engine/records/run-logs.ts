import { isAppError } from "@/lib/errors";
import type { Store, StoredDocument } from "@/lib/store/store";
import { readCollection } from "@/lib/data/kept-records";
import { paths } from "@/lib/data/paths";

/** A position in a run's log: the batches of each worker are numbered from 1. */
export type LogCursor = { epoch: number; seq: number };
/** A new worker's first batch says `after` which it goes on; what its forerunner wrote later is void. */
export type LogBatch = LogCursor & { after: LogCursor | null; body: string };

const pageSize = 500;

/** Events of running replies for later workers and readers elsewhere; they go with the run's lease. */
export function createRunLogs(store: Store) {
  return {
    /** Writing the same batch again, because nobody knew whether it had arrived, changes nothing. */
    async append(runId: string, batch: LogBatch): Promise<void> {
      try {
        await store.create(paths.logBatch(runId, toBatchId(batch)), {
          after: batch.after === null ? null : toCursorText(batch.after),
          body: batch.body,
        });
      } catch (error) {
        if (!isAppError(error) || error.code !== "already_exists") throw error;
      }
    },

    async read(runId: string): Promise<LogBatch[]> {
      const batches: LogBatch[] = [];
      for await (const document of readCollection(store, paths.log(runId), pageSize))
        batches.push(toBatch(document));
      return withoutCut(batches);
    },

    /** Tells of batches behind a place as they come, perhaps of one that came after its epoch was over. */
    watch: (runId: string, after: LogCursor | null, onBatches: (batches: LogBatch[]) => void): (() => void) =>
      store.watchNew(paths.log(runId), after === null ? null : toBatchId(after), (documents) =>
        onBatches(documents.map(toBatch)),
      ),
  };
}
export type RunLogs = ReturnType<typeof createRunLogs>;

/** Without what a worker wrote that had lost the run before it knew. */
export function withoutCut(batches: readonly LogBatch[]): LogBatch[] {
  const cuts = batches.flatMap(({ epoch, after }) => (after === null ? [] : [{ epoch, after }]));
  return batches.filter((batch) =>
    cuts.every((cut) => batch.epoch >= cut.epoch || compareCursors(batch, cut.after) <= 0),
  );
}

export function compareCursors(a: LogCursor, b: LogCursor): number {
  return a.epoch - b.epoch || a.seq - b.seq;
}

export function toCursorText({ epoch, seq }: LogCursor): string {
  return `${epoch}.${seq}`;
}

export function toCursor(text: string): LogCursor {
  const [epoch = "", seq = ""] = text.split(".");
  return { epoch: Number(epoch), seq: Number(seq) };
}

function toBatchId({ epoch, seq }: LogCursor): string {
  return `${String(epoch).padStart(4, "0")}-${String(seq).padStart(7, "0")}`;
}

function toBatch({ id, data }: StoredDocument): LogBatch {
  const after = data["after"];
  return {
    ...toCursor(id.replace("-", ".")),
    after: typeof after === "string" ? toCursor(after) : null,
    body: String(data["body"]),
  };
}
