import { parseProblem } from "@/lib/protocol/problem";
import type { Problem } from "@/lib/protocol/problem";
import { watchSession } from "./session-end";

/** `status` is null when no readable answer came; `problem` is what the server said, if it said something. */
export type Answer<VALUE> =
  { ok: true; value: VALUE } | { ok: false; status: number | null; problem: Problem | null };

export type RequestFailure = Extract<Answer<unknown>, { ok: false }>;

type Options = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  timeoutMs?: number;
  signal?: AbortSignal;
};

/** Asks our server. Never throws: what went wrong is part of the answer. An empty answer's value is null. */
export async function request<VALUE>(
  path: string,
  { method = "GET", body, timeoutMs = 15_000, signal }: Options = {},
): Promise<Answer<VALUE>> {
  const limit = AbortSignal.timeout(timeoutMs);
  const json = body === undefined ? "" : JSON.stringify(body);
  try {
    const response = await fetch(path, {
      method,
      // A change reaches the server though the page is left at once; browsers let 64 kB go on so.
      keepalive: method !== "GET" && json.length < 4_000,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(body === undefined ? {} : { body: json, headers: { "content-type": "application/json" } }),
    });
    await watchSession(response);
    const text = await response.text();
    if (!response.ok) return { ok: false, status: response.status, problem: parseProblem(text) };
    // The server's replies are typed where they are made; the protocol's types are the contract.
    return { ok: true, value: (text === "" ? null : JSON.parse(text)) as VALUE };
  } catch {
    return { ok: false, status: null, problem: null };
  }
}

/** Deletes it. What somebody else deleted meanwhile is gone as well. */
export async function requestRemoval(
  path: string,
  options: Omit<Options, "method"> = {},
): Promise<Answer<null>> {
  const answer = await request<null>(path, { ...options, method: "DELETE" });
  return !answer.ok && answer.status === 404 ? { ok: true, value: null } : answer;
}
