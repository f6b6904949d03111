import { APICallError } from "ai";
import { AppError, type ErrorCode, isAppError } from "@/lib/errors";
import { findProviderNames } from "./provider-names";

/** What a failed call means for the chain. */
export type ModelFailure = {
  /** To show. */
  error: AppError;
  /** Whether the same call may succeed in a moment. */
  isTransient: boolean;
  /** Whether any other call would have failed too, which is what a breaker counts. */
  isOutage: boolean;
};

/** Turns whatever a vendor's package threw into an error for the person. Never contains a key. */
export function toModelError(error: unknown, ref: string): AppError {
  return toModelFailure(error, ref).error;
}

/**
 * Reads the vendor's status, headers and words. `now` is for a `Retry-After` that is a date. An error of ours
 * is a limit that was passed, of time or length: it is not tried a second time.
 */
export function toModelFailure(thrown: unknown, ref: string, now = Date.now()): ModelFailure {
  const error = APICallError.isInstance(thrown) && isAppError(thrown.cause) ? thrown.cause : thrown;
  if (isAppError(error)) return { error, isTransient: false, isOutage: error.code === "model_unavailable" };
  const facts = readFacts(error, now);
  const code = toCode(facts);
  const options = {
    cause: error,
    ...(facts.retryAfter === undefined ? {} : { retryAfter: facts.retryAfter }),
  };
  const isWithoutMoney = facts.status === 402 || isSpent.test(facts.text);
  const isTransient = code === "model_unavailable" || (code === "model_quota" && !isWithoutMoney);
  return {
    error: new AppError(code, toMessage(code, facts, ref), options),
    isTransient,
    isOutage: isTransient,
  };
}

/** What a vendor that asked to be left alone for so many seconds would say again. */
export function toRestError(ref: string, retryAfter: number): AppError {
  const facts = { status: 429, text: "", retryAfter };
  return new AppError("model_quota", toMessage("model_quota", facts, ref), { retryAfter });
}

type Facts = { status: number | undefined; text: string; retryAfter: number | undefined };

type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

/** The vendors' words for "too long", from their error references (read in November 2026). */
const isOverflow = new RegExp(
  [
    "context[_ ]length|context window|maximum context|exceeds? context limit|request_too_large|too many (?:input )?tokens",
    "(?:prompt|input) is too long|reduce the length of the (?:messages|prompt|input)|string_above_max_length|payload size exceeds",
    "input token count.{0,40}exceeds|exceed(?:s|ed)? (?:the )?(?:maximum|available|model).{0,30}(?:tokens?|context)",
    "maximum (?:prompt|model|input) length|prompt exceeds max length|range of input length|max_new_tokens. must be <=",
  ].join("|"),
  "i",
);
const isKeyTrouble =
  /api[_ ]key[_ ](?:not valid|invalid|expired)|invalid[_ ]api[_ ]key|incorrect api key|invalid x-api-key|authentication_error|permission_denied|api_key_invalid/i;
/** Money or a plan is missing: waiting a second does not help. */
const isSpent = /insufficient_quota|billing|credit balance|exceeded your current quota/i;

const codes: Readonly<Record<number, ModelErrorCode>> = {
  401: "model_key",
  402: "model_quota",
  403: "model_key",
  413: "model_overflow",
  429: "model_quota",
};

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 409;
}

function toCode({ status, text }: Facts): ModelErrorCode {
  const byStatus = status === undefined ? undefined : codes[status];
  // What a server says of an overflow counts more than the status it says it with, except in 429 and 5xx.
  if (isOverflow.test(text) && (status === undefined || isRefusal(status)) && status !== 429)
    return "model_overflow";
  if (byStatus !== undefined) return byStatus;
  if ((status === undefined || status === 400) && isKeyTrouble.test(text)) return "model_key";
  if (isSpent.test(text)) return "model_quota";
  return status !== undefined && isRefusal(status) ? "model_rejected" : "model_unavailable";
}

function toMessage(code: ModelErrorCode, { status, retryAfter }: Facts, ref: string): string {
  const { name, hint } = findProviderNames(ref);
  switch (code) {
    case "model_key":
      return `${name} rejected the API key for ${ref}. ${hint}`;
    case "model_quota":
      return retryAfter === undefined
        ? `${ref} is rate-limited, or its quota at ${name} is used up.`
        : `${ref} is rate-limited at ${name}; it can be tried again in ${Math.ceil(retryAfter)} s.`;
    case "model_overflow":
      return `The conversation is too long for ${ref}.`;
    case "model_rejected":
      return status === 404
        ? `${name} does not know the model ${ref}.`
        : `${name} rejected the request to ${ref}.`;
    case "model_unavailable":
      return `${name} is not responding for ${ref}.`;
  }
}

function readFacts(error: unknown, now: number): Facts {
  const inner = toLastError(error);
  if (APICallError.isInstance(inner)) {
    const text = `${inner.message} ${inner.responseBody ?? ""}`;
    return {
      status: inner.statusCode,
      text,
      retryAfter: readRetryAfter(inner.responseHeaders ?? {}, text, now),
    };
  }
  if (typeof inner !== "object" || inner === null)
    return { status: undefined, text: String(inner), retryAfter: undefined };
  const record: Record<string, unknown> = { ...inner };
  const status = [record.statusCode, record.status, record.code].find((value) => typeof value === "number");
  const text = `${inner instanceof Error ? inner.message : ""} ${toJson(record)}`;
  return { status, text, retryAfter: undefined };
}

/** The last attempt of the package's own retries, or the error in a vendor's wrapper. */
function toLastError(error: unknown): unknown {
  const hasLast = typeof error === "object" && error !== null && "lastError" in error;
  return hasLast ? error.lastError : error;
}

/** Seconds, from `retry-after-ms`, `retry-after` (seconds or a date), or the delay in Gemini's body. */
function readRetryAfter(headers: Record<string, string>, text: string, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (milliseconds > 0) return milliseconds / 1000;
  const header = headers["retry-after"];
  if (header !== undefined) {
    const seconds = /^\d+(?:\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
    return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
  }
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(text)?.[1];
  return delay === undefined ? undefined : Number(delay);
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
