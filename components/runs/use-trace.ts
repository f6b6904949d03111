import { useCallback, useRef } from "react";
import { readTrace } from "@/lib/features/traces/api";
import { call, type Answer } from "@/lib/client/request";
import type { TraceReply } from "@/lib/features/traces/shape/traces";

export type ReadTrace = () => Promise<Answer<TraceReply>>;

/** Read when the first row is opened, once for all of them. */
export function useTrace(runId: string, person: string | null): ReadTrace {
  const read = useRef<Promise<Answer<TraceReply>> | null>(null);
  return useCallback(() => {
    read.current ??= call(readTrace, { params: { id: runId }, query: { person } });
    return read.current;
  }, [runId, person]);
}
