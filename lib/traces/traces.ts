import type { TraceFiles } from "@/lib/data/trace-files";
import { AppError } from "@/lib/errors";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { TraceReply } from "@/lib/protocol/traces";
import { toWordlessEntry } from "./to-wordless";
import { readTrace } from "./trace-file";

export type Traces = ReturnType<typeof createTraces>;
type Run = Pick<RunRecord, "id" | "conversationId" | "startedAt">;

/** What happened in runs, as it was kept. */
export function createTraces(files: Pick<TraceFiles, "find">) {
  return {
    /** Throws `not_found` where nothing is kept. `isWordless`: for others than the person whose run it is. */
    async read(userId: string, { id: runId, ...run }: Run, isWordless: boolean): Promise<TraceReply> {
      const bytes = await files.find({ userId, runId, ...run });
      if (bytes === null) throw new AppError("not_found", "What happened in this run is not kept.");
      const { entries, ...read } = await readTrace(bytes);
      return { runId, isWordless, ...read, entries: isWordless ? entries.map(toWordlessEntry) : entries };
    },
  };
}
