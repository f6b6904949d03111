import { toAppError } from "@/lib/errors";
import type { Problem } from "@/lib/protocol/problem";
import { apiHeaders } from "./api-headers";

/** A failure as its RFC 9457 problem document. What is not ours to tell becomes `internal`. */
export function toProblemResponse(error: unknown): Response {
  const failure = toAppError(error);
  const problem: Problem = {
    type: "about:blank",
    title: failure.title,
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
    ...(failure.fields === undefined ? {} : { fields: failure.fields }),
  };
  const headers = new Headers({ ...apiHeaders, "content-type": "application/problem+json" });
  if (failure.retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(failure.retryAfter)));
  return new Response(JSON.stringify(problem), { status: failure.status, headers });
}
