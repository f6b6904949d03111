import { useCallback, useRef } from "react";
import { request, type Answer } from "@/lib/client/request";
import type { TraceReply } from "@/lib/protocol/traces";

export type ReadTrace = () => Promise<Answer<TraceReply>>;

/** Read when the first row is opened, once for all of them. */
export function useTrace(runId: string, person: string | null): ReadTrace {
  const read = useRef<Promise<Answer<TraceReply>> | null>(null);
  return useCallback(() => {
    const of = person === null ? "" : `?person=${encodeURIComponent(person)}`;
    read.current ??= request<TraceReply>(`/api/runs/${encodeURIComponent(runId)}/trace${of}`);
    return read.current;
  }, [runId, person]);
}
