import type { TraceEntry, TraceEntryOf, TraceReply } from "@/lib/features/traces/shape/traces";
import type { TestServices } from "./test-services";

/** What was kept of a run of the lone owner, when it is written. */
export async function readTraceOf(services: TestServices, runId: string): Promise<TraceReply> {
  await services.settleBackground();
  return services.traces.read("owner", await services.runs.getRecord("owner", runId), false);
}

export const listOf = <KIND extends TraceEntry["kind"]>(
  { entries }: Pick<TraceReply, "entries">,
  kind: KIND,
): TraceEntryOf<KIND>[] => entries.filter((entry): entry is TraceEntryOf<KIND> => entry.kind === kind);
