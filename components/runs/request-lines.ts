import { parseProblem } from "@/lib/protocol/problem";
import type { RequestFailure } from "@/lib/client/request";
import { watchSession } from "@/lib/client/session-end";

/**
 * Asks our server for an answer whose lines are JSON, and hands each on as it comes. Never throws: gives what
 * went wrong, `null` for nothing. Stopped by the signal it has failed without a problem.
 */
export async function requestLines<EVENT>(
  path: string,
  { body, signal, onEvent }: { body: unknown; signal: AbortSignal; onEvent: (event: EVENT) => void },
): Promise<RequestFailure | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      signal,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    await watchSession(response);
    if (!response.ok)
      return { ok: false, status: response.status, problem: parseProblem(await response.text()) };
    let rest = "";
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const lines = `${rest}${read.value}`.split("\n");
      rest = lines.pop() ?? "";
      // The server's replies are typed where they are made; the protocol's types are the contract.
      for (const line of lines) onEvent(JSON.parse(line) as EVENT);
    }
    return null;
  } catch {
    return { ok: false, status: null, problem: null };
  }
}
