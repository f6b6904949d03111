import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { textThreads } from "@/lib/features/text-threads";
import type { RunTrace, TracedRun } from "@/lib/engine/run-trace";
import { openRunTrace } from "./run-trace";
import { createTraces, type Traces } from "./traces";

const dayMs = 86_400_000;

export function openTraces(
  ground: Ground,
): Feature & { service: Traces; openTrace: (run: TracedRun) => RunTrace } {
  const { records, settings, log, now } = ground;
  let doneAt = -Infinity;
  return {
    name: "traces",
    records: [{ forgetConversation: records.traces.deleteOfConversation }],
    service: createTraces({
      ...records,
      ...textThreads,
      files: records.traces,
      listRuns: records.runLists,
      listSiteRuns: records.siteRuns,
    }),
    openTrace: (run) => openRunTrace(ground, run),
    /** Once a day in each process: deletes what is kept of runs that began too long ago. */
    async look(closing) {
      if (now() - doneAt < dayMs) return;
      doneAt = now();
      try {
        const { traceDays } = (await settings.get()).settings;
        const count = await records.traces.deleteBefore(now() - traceDays * dayMs, closing);
        if (count > 0) log.info("traces_deleted", { count });
      } catch (error) {
        log.warn("traces_not_deleted", { error });
      }
    },
  };
}
