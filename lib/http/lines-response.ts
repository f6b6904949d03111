import type { Problem } from "@/lib/protocol/problem";
import { apiHeaders } from "./api-headers";
import { keepAlive } from "./keep-alive";
import { toProblem } from "./problem-response";

type ErrorLine = { type: "error"; problem: Problem };

/**
 * What happens, a line of JSON each, as it happens. `run` is called at once, and goes on to its end though
 * nobody reads any longer, which its signal says. What it throws is the last line.
 */
export function toLinesResponse<EVENT extends { type: string }>(
  run: (emit: (event: Exclude<EVENT, ErrorLine>) => void, signal: AbortSignal) => Promise<void>,
): Response {
  const unread = new AbortController();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: EVENT | ErrorLine): void => {
        if (!unread.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
      };
      const done = run((event) => send(event as EVENT), unread.signal)
        .catch((error: unknown) => send({ type: "error", problem: toProblem(error) }))
        .then(() => {
          if (!unread.signal.aborted) controller.close();
        });
      keepAlive(() => done);
    },
    cancel: () => unread.abort(),
  });
  const headers = { ...apiHeaders, "cache-control": "no-cache, no-transform" };
  return new Response(body, {
    headers: { ...headers, "content-type": "application/x-ndjson", "x-accel-buffering": "no" },
  });
}
