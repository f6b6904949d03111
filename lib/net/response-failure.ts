import { AppError, type ErrorCode } from "@/lib/errors";

/** The error that an HTTP status stands for, or null when it is a success. */
export function getFailure(
  status: number,
  retryAfter: string | undefined,
  host: string,
  now = Date.now(),
): AppError | null {
  if (status >= 200 && status <= 299) return null;
  const seconds = toSeconds(retryAfter, now);
  return new AppError(toCode(status), toMessage(status, host), {
    cause: { status },
    ...(seconds !== null && { retryAfter: seconds }),
  });
}

/** The HTTP status behind an error of the fetch, or null when no answer came. */
export function findStatus(error: AppError): number | null {
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "status" in cause && typeof cause.status === "number"
    ? cause.status
    : null;
}

const transientStatuses = new Set([408, 425, 429]);

function toCode(status: number): ErrorCode {
  if (status === 404 || status === 410) return "not_found";
  if (status >= 400 && status <= 499 && !transientStatuses.has(status)) return "page_refused";
  return "page_unavailable";
}

function toMessage(status: number, host: string): string {
  if (status === 404 || status === 410) return `${host} has no page at this address (${status}).`;
  if (status === 401 || status === 403) return `${host} does not let this page be read (${status}).`;
  if (status === 451) return `${host} withholds this page for legal reasons (451).`;
  if (status === 429) return `${host} asks to be left alone for a while (429).`;
  return `${host} answered with status ${status}.`;
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, 10.2.3). */
function toSeconds(retryAfter: string | undefined, now: number): number | null {
  const text = retryAfter?.trim() ?? "";
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const date = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
