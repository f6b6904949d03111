import { parseProblem } from "@/lib/protocol/problem";
import type { Problem } from "@/lib/protocol/problem";

export type Answer<VALUE> = { ok: true; value: VALUE } | { ok: false; problem: Problem | null };

type Options = { method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; body?: unknown; keepalive?: boolean; timeoutMs?: number };

/** Asks our own server. Never throws: a failure is its problem document, or `null` when no answer came at all. */
export async function request<VALUE>(
  path: string,
  { method = "GET", body, keepalive = false, timeoutMs = 15_000 }: Options = {},
): Promise<Answer<VALUE>> {
  try {
    const response = await fetch(path, {
      method,
      keepalive,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await response.text();
    if (!response.ok) return { ok: false, problem: parseProblem(text) };
    // The server's replies are typed where they are made; the protocol's types are the contract.
    return { ok: true, value: (text === "" ? null : JSON.parse(text)) as VALUE };
  } catch {
    return { ok: false, problem: null };
  }
}
