import { APICallError } from "ai";
import { AppError, type ErrorCode, isAppError } from "@/lib/errors";
import { toModelRef } from "./models-config";
import { findProviderNames } from "./provider-names";
import { readServerReport, type ServerReport } from "./server-report";
import { busyCodes, loadingWords, pictureWords, slipCodes, wordings, type Wording } from "./vendor-wordings";

/** What a failed call means for the chain. */
export type ModelFailure = {
  /** To show. */
  error: AppError;
  /** Whether the same call may succeed in a moment. */
  isTransient: boolean;
  /** Whether any other call would have failed too, which is what a breaker counts. */
  isOutage: boolean;
  /** Whether a limit holds for this model alone, not for all behind the same key. */
  isOfModel: boolean;
  /** Whether the server loads the model, and answers when that is done. */
  isLoading: boolean;
};

/** Turns whatever a vendor's package threw into an error for the person. Never contains a key. */
export function toModelError(error: unknown, ref: string): AppError {
  return toModelFailure(error, ref).error;
}

/**
 * Reads the vendor's status, headers and words. `now` is for a `Retry-After` that is a date. An error of ours
 * is a limit that was passed, of time or length: it is not tried a second time. `isBegun`: amid an answer.
 */
export function toModelFailure(
  thrown: unknown,
  ref: string,
  { now = Date.now(), isBegun = false } = {},
): ModelFailure {
  const error = APICallError.isInstance(thrown) && isAppError(thrown.cause) ? thrown.cause : thrown;
  if (isAppError(error))
    return { error, isTransient: false, isOutage: error.code === "model_unavailable", ...neither };
  const facts = { ...readFacts(error, now), isBegun, isUntrusted: isUntrusted(error) };
  const kind = findKind(facts);
  const code = toCode(facts, kind);
  const detail = kind === null || isPlain(kind) ? undefined : kind;
  const isTransient = code === "model_unavailable" || (code === "model_quota" && detail === undefined);
  return {
    error: new AppError(code, toMessage(code, detail, facts, ref), {
      ...{ cause: error, detail: detail ?? findState(code, facts, ref) },
      ...(facts.retryAfter === undefined ? {} : { retryAfter: facts.retryAfter }),
    }),
    isTransient,
    isOutage: isTransient,
    isOfModel: code === "model_quota" && isOfModel(facts, ref),
    isLoading: isLoading(facts),
  };
}

const isLoading = ({ status, report }: Facts): boolean => status === 503 && loadingWords.test(report.words);

/** Why a provider that cannot be had now is not there, or refuses, where that is known. */
function findState(
  code: ModelErrorCode,
  facts: Facts,
  ref: string,
): "busy" | "cut" | "model_gone" | undefined {
  // Without its name it may be the address that is wrong.
  const isGone = facts.status === 404 && facts.text.includes(toModelRef(ref).model);
  if (code === "model_rejected" && isGone) return "model_gone";
  if (code !== "model_unavailable") return undefined;
  if (facts.isBegun === true) return "cut";
  const isBusy =
    facts.status === 503 || facts.status === 529 || busyCodes.some((code) => facts.report.codes.has(code));
  return isBusy && !isLoading(facts) ? "busy" : undefined;
}

const neither = { isOfModel: false, isLoading: false };

/** Repeats a vendor's answer for as long as it asked not to be called. */
export function toRestError(ref: string, retryAfter: number): AppError {
  const facts = { status: 429, text: "", report: readServerReport(""), hasPicture: false, retryAfter };
  return new AppError("model_quota", toMessage("model_quota", undefined, facts, ref), { retryAfter });
}

type Facts = {
  status: number | undefined;
  text: string;
  report: ServerReport;
  hasPicture: boolean;
  retryAfter: number | undefined;
  isBegun?: boolean;
  /** The server at the address cannot prove who it is. */
  isUntrusted?: boolean;
};
type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;
type ErrorKind = Wording["kind"];
type Detail = Exclude<ErrorKind, "overflow" | "key" | "rejected">;

const isPlain = (kind: ErrorKind): kind is "overflow" | "key" | "rejected" =>
  kind === "overflow" || kind === "key" || kind === "rejected";

/** What the server says that it is; `null` where it says nothing that is known. */
function findKind(facts: Facts): ErrorKind | null {
  const { status, report, hasPicture } = facts;
  if (status !== undefined && status < 500 && !isRefusal(status)) return null;
  const isLimit = isLimited(facts);
  const found = findWording(facts);
  if (found !== undefined && (!isLimit || found.kind === "no_money")) return found.kind;
  if (status === 402) return "no_money";
  const isPicture = hasPicture && pictureWords.some((words) => words.test(report.words));
  return isPicture && !isLimit && !isFailing(facts) ? "no_pictures" : null;
}

const isLimited = ({ status, report }: Facts): boolean => status === 429 || report.codes.has("429");

const isFailing = ({ status = 0 }: Facts): boolean => status >= 500;

/** Its codes are surer than its words; of what others refuse, a server may fail only for the length. */
function findWording(facts: Facts): Wording | undefined {
  const { report, retryAfter, text } = facts;
  const among = isFailing(facts) ? wordings.filter(({ kind }) => kind === "overflow") : wordings;
  const byCode = among.find(
    ({ codes = [], fields = [] }) =>
      codes.some((code) => report.codes.has(code)) || fields.some((field) => report.fields.has(field)),
  );
  // A server that says when to come again speaks of a limit, also where its words name the bill.
  if (byCode !== undefined || (isLimited(facts) && retryAfter !== undefined)) return byCode;
  return among.find(({ words = [] }) => words.some((each) => each.test(text)));
}

const codes: Readonly<Record<number, ModelErrorCode>> = {
  401: "model_key",
  402: "model_quota",
  403: "model_key",
  413: "model_overflow",
  429: "model_quota",
};
const codesOfKinds: Readonly<Record<ErrorKind, ModelErrorCode>> = {
  ...{
    overflow: "model_overflow",
    small_window: "model_overflow",
    key: "model_key",
    no_money: "model_quota",
  },
  ...{ rejected: "model_rejected", moderated: "model_rejected", no_pictures: "model_rejected" },
};

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 409;
}

function toCode({ status, report }: Facts, kind: ErrorKind | null): ModelErrorCode {
  if (kind === null && slipCodes.some((code) => report.codes.has(code))) return "model_unavailable";
  if (kind !== null && (kind !== "key" || status === undefined || status === 400)) return codesOfKinds[kind];
  const byStatus = status === undefined ? undefined : codes[status];
  return byStatus ?? (status !== undefined && isRefusal(status) ? "model_rejected" : "model_unavailable");
}

/** It says so of its quota (Gemini), or names the model whose limit it is. */
function isOfModel({ text, report }: Facts, ref: string): boolean {
  const { model } = toModelRef(ref);
  const isNamed = text.split(/[\s"'`“”,;()[\]{}]+/).some((word) => word.replace(/[.:]+$/, "") === model);
  return isNamed || [...report.codes].some((code) => code.includes("PerModel"));
}

/** What it is, then the server's own words; what is said of a key may repeat it. */
function toMessage(code: ModelErrorCode, detail: Detail | undefined, facts: Facts, ref: string): string {
  const { name } = findProviderNames(ref);
  const message = (detail && toDetailMessage(detail, ref)) ?? toCodeMessage(code, facts, ref);
  const { sentence } = facts.report;
  return code === "model_key" || sentence === "" ? message : `${message} ${name} said: “${sentence}”`;
}

function toDetailMessage(detail: Detail, ref: string): string {
  const { name } = findProviderNames(ref);
  switch (detail) {
    case "no_money":
      return `The account at ${name} has no credit left for ${ref}.`;
    case "moderated":
      return `The content filter of ${name} refused the request to ${ref}.`;
    case "no_pictures":
      return `${ref} does not accept pictures.`;
  }
}

function toCodeMessage(code: ModelErrorCode, facts: Facts, ref: string): string {
  const { status, retryAfter, isBegun, isUntrusted } = facts;
  const { name, hint } = findProviderNames(ref);
  switch (code) {
    case "model_key":
      return `${name} rejected the API key for ${ref}. ${hint}`;
    case "model_quota":
      return retryAfter === undefined
        ? `${ref} is rate-limited, or its quota at ${name} is used up.`
        : `${ref} is rate-limited at ${name}; it can be tried again in ${Math.ceil(retryAfter)} s.`;
    case "model_overflow":
      return `The request is too long for ${ref}.`;
    case "model_rejected":
      return status === 404
        ? `${name} does not know the model ${ref}.`
        : `${name} rejected the request to ${ref}.`;
    case "model_unavailable":
      if (isUntrusted === true) return `The certificate of ${name} is not valid for its address (${ref}).`;
      return isBegun === true
        ? `${name} broke off in the middle of its answer (${ref}).`
        : `${name} is not responding for ${ref}.`;
  }
}

function readFacts(error: unknown, now: number): Facts {
  const inner = toLastError(error);
  if (APICallError.isInstance(inner)) {
    const { message, responseBody = "", statusCode, requestBodyValues, responseHeaders = {} } = inner;
    const text = `${message} ${responseBody}`;
    const report = readServerReport(responseBody);
    return {
      ...{ status: findStatus([statusCode], report), text, report },
      hasPicture: holdsPicture(requestBodyValues),
      retryAfter: readRetryAfter(responseHeaders, text, now),
    };
  }
  const isObject = typeof inner === "object" && inner !== null;
  const record: Record<string, unknown> = isObject ? { ...inner } : {};
  const message = inner instanceof Error ? inner.message : isObject ? "" : String(inner);
  const report = readServerReport(inner instanceof Error ? record : inner);
  const status = findStatus([record.statusCode, record.status, record.code], report);
  const text = `${message} ${toJson(record)}`;
  return { status, text, report, hasPicture: false, retryAfter: readRetryAfter({}, text, now) };
}

/** By the codes of Node's TLS and OpenSSL's names, anywhere among the causes. */
function isUntrusted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) || isUntrusted(error.cause);
}

/** A failure may come under a status of success, with its own among its codes. */
function findStatus(given: readonly unknown[], { codes: said }: ServerReport): number | undefined {
  return [...given, ...said].map(Number).find((status) => status >= 400 && status < 600);
}

function holdsPicture(request: unknown): boolean {
  return /"(?:image_url|input_image|inlineData|image)"/.test(toJson(request));
}

/** The last attempt of the package's own retries, or the error in a vendor's wrapper. */
function toLastError(error: unknown): unknown {
  const hasLast = typeof error === "object" && error !== null && "lastError" in error;
  return hasLast ? error.lastError : error;
}

/** Seconds, from `retry-after-ms`, `retry-after` (seconds or a date), or what the report itself says. */
function readRetryAfter(headers: Record<string, string>, text: string, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (milliseconds > 0) return milliseconds / 1000;
  const header = headers["retry-after"];
  if (header !== undefined) {
    const seconds = /^\d+(?:\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
    return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
  }
  const delay = /"(?:retryDelay|retry[-_]after)":\s*"?(\d+(?:\.\d+)?)/i.exec(text)?.[1];
  return delay === undefined ? undefined : Number(delay);
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
