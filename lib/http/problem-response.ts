import { toAppError } from "@/lib/errors";
import type { Problem } from "@/lib/protocol/problem";
import { apiHeaders } from "./api-headers";
import { isLeftUnread } from "./read-pieces";

/** What is not ours to tell becomes `internal`. */
export function toProblem(error: unknown): Problem {
  const failure = toAppError(error);
  return {
    type: "about:blank",
    title: failure.title,
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
    ...(failure.fields === undefined ? {} : { fields: failure.fields }),
    ...(failure.reason === undefined ? {} : { reason: failure.reason }),
  };
}

/** A failure as its RFC 9457 problem document, the last one on a connection that still holds the body. */
export function toProblemResponse(error: unknown, request?: Request): Response {
  const problem = toProblem(error);
  const { status, retryAfter } = problem;
  const headers = new Headers({ ...apiHeaders, "content-type": "application/problem+json" });
  if (retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(retryAfter)));
  if (request !== undefined && isLeftUnread(request)) headers.set("connection", "close");
  return new Response(JSON.stringify(problem), { status, headers });
}
