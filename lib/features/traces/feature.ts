import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";

const dayMs = 86_400_000;

export function openTraces({ records, settings, log, now }: Ground): Feature {
  let doneAt = -Infinity;
  return {
    name: "traces",
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
