import { useCallback, useEffect, useRef, useState } from "react";
import { tryCall } from "@/lib/features/traces/api";
import type { RequestFailure } from "@/lib/client/request";
import { requestLines } from "./request-lines";
import type { PlaygroundEvent } from "@/lib/features/traces/shape/playground";
import { toPath } from "@/lib/protocol/endpoint";

/** What there is of a call that was tried. `failure`: without a problem where it was stopped. */
export type TriedAnswer = {
  isRunning: boolean;
  text: string;
  end: Extract<PlaygroundEvent, { type: "end" }> | null;
  failure: RequestFailure | null;
  isStopped: boolean;
};
const nothing: TriedAnswer = { isRunning: false, text: "", end: null, failure: null, isStopped: false };

/** Makes calls one after the other, and stops the one that runs when the page is left. */
export function useTriedCall(runId: string) {
  const [tried, setTried] = useState<TriedAnswer>(nothing);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(
    async (body: unknown): Promise<void> => {
      const stopping = new AbortController();
      running.current = stopping;
      setTried({ ...nothing, isRunning: true });
      const path = toPath(tryCall, { params: { id: runId } });
      const failure = await requestLines<PlaygroundEvent>(path, {
        ...{ body, signal: stopping.signal },
        onEvent: (event) => setTried((before) => addEvent(before, event)),
      });
      const isStopped = stopping.signal.aborted;
      setTried((before) => ({
        ...before,
        ...{ isRunning: false, isStopped, failure: isStopped ? null : (failure ?? before.failure) },
      }));
    },
    [runId],
  );
  return { tried, run, stop: () => running.current?.abort() };
}

function addEvent(before: TriedAnswer, event: PlaygroundEvent): TriedAnswer {
  if (event.type === "delta") return { ...before, text: before.text + event.delta };
  if (event.type === "end") return { ...before, end: event };
  const { problem } = event;
  return { ...before, failure: { ok: false, status: problem.status, problem } };
}
