import {
  toPath,
  type Address,
  type Endpoint,
  type Optional,
  type Place,
  type Query,
} from "@/lib/protocol/endpoint";
import { parseProblem } from "@/lib/protocol/problem";
import type { Problem } from "@/lib/protocol/problem";
import { watchSession } from "./session-end";

/** `status` is null when no readable answer came; `problem` is what the server said, if it said something. */
export type Answer<VALUE> =
  { ok: true; value: VALUE } | { ok: false; status: number | null; problem: Problem | null };

export type RequestFailure = Extract<Answer<unknown>, { ok: false }>;

type Calling<ANSWER, BODY, ADDRESS extends Address> = [
  endpoint: Endpoint<ANSWER, BODY, ADDRESS>,
  ...options: Optional<Place<ADDRESS> & ([BODY] extends [void] ? unknown : { body: BODY }) & Ways>,
];
/** `origin` is the page's own unless another one is named. */
type Ways = { signal?: AbortSignal | undefined; origin?: string | undefined };
/** An empty answer's value is null. */
type Value<ANSWER> = [ANSWER] extends [void] ? null : ANSWER;

/** Asks our server. Never throws: what went wrong is part of the answer. */
export function call<ANSWER, BODY, ADDRESS extends Address>(
  ...[endpoint, options]: Calling<ANSWER, BODY, ADDRESS>
): Promise<Answer<Value<ANSWER>>>;
export async function call(
  { address, timeoutMs = 15_000 }: Endpoint<unknown, unknown, Address>,
  { body, signal, origin = "", ...place }: Ways & { body?: unknown } = {},
): Promise<Answer<unknown>> {
  const limit = AbortSignal.timeout(timeoutMs);
  const method = address.slice(0, address.indexOf(" "));
  const json = body === undefined ? "" : JSON.stringify(body);
  try {
    const response = await fetch(`${origin}${toPath({ address }, place)}`, {
      method,
      // A change reaches the server though the page is left at once; browsers let 64 kB go on so.
      keepalive: method !== "GET" && json.length < 4_000,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(body === undefined ? {} : { body: json, headers: { "content-type": "application/json" } }),
    });
    await watchSession(response);
    const text = await response.text();
    if (!response.ok) return { ok: false, status: response.status, problem: parseProblem(text) };
    // The server's replies are typed where they are made; the endpoint's types are the contract.
    return { ok: true, value: text === "" ? null : JSON.parse(text) };
  } catch {
    return { ok: false, status: null, problem: null };
  }
}

export type Load<VALUE> = (cursor: string | null, signal: AbortSignal) => Promise<Answer<VALUE>>;

/** Asks for a list, or for the page of it that begins at a cursor. */
export function loadFrom<ANSWER, ADDRESS extends Address>(
  endpoint: Endpoint<ANSWER, void, ADDRESS>,
  ...place: Optional<Place<ADDRESS>>
): Load<Value<ANSWER>>;
export function loadFrom(
  endpoint: Endpoint<unknown, void, Address>,
  place: { query?: Query } = {},
): Load<unknown> {
  return (cursor, signal) => call(endpoint, { ...place, query: { ...place.query, cursor }, signal });
}

/** Deletes it. What somebody else deleted meanwhile is gone as well. */
export async function callRemoval<BODY, ADDRESS extends Address>(
  ...calling: Calling<void, BODY, ADDRESS>
): Promise<Answer<null>> {
  const answer = await call<void, BODY, ADDRESS>(...calling);
  return !answer.ok && answer.status === 404 ? { ok: true, value: null } : answer;
}
