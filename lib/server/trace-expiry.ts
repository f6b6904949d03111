import type { CoreServices } from "./core-services";

const dayMs = 86_400_000;

/** Once a day in each process: deletes what is kept of runs that began too long ago. Never rejects. */
export function createTraceExpiry(
  { records, settings, log, now }: Pick<CoreServices, "records" | "settings" | "log" | "now">,
  closing: AbortSignal,
): () => Promise<void> {
  let doneAt = -Infinity;
  return async () => {
    if (now() - doneAt < dayMs) return;
    doneAt = now();
    try {
      const { traceDays } = (await settings.get()).settings;
      const count = await records.traces.deleteBefore(now() - traceDays * dayMs, closing);
      if (count > 0) log.info("traces_deleted", { count });
    } catch (error) {
      log.warn("traces_not_deleted", { error });
    }
  };
}
