import { Agent, request, type Dispatcher } from "undici";
import { AppError, isAppError } from "@/lib/errors";
import { createCheckedLookup, resolveBySystem, type Resolve } from "./checked-lookup";
import { startDeadline, type Deadline, type FetchPhase } from "./deadline";
import { getPort, judgeUrl, toRedirectRules, webPorts, type UrlRules } from "./judge-url";
import { readBody } from "./read-body";
import { getFailure } from "./response-failure";
import type { SizeLimit } from "./size-limit";
import { defaultUserAgent } from "./user-agent";

export type FetchOptions = {
  signal: AbortSignal;
  /** Sent to the first address's origin only; a redirect elsewhere goes without them. */
  headers?: Record<string, string>;
  accept?: string;
  /** Sent with POST, to the first address only: where that redirects, nothing is followed. */
  body?: { contentType: string; text: string };
  /** Limit after decompression; a function chooses it when the headers and the first bytes are there. */
  maxBytes?: number | SizeLimit;
  /** Cuts at the limit instead of refusing. */
  isCutAtLimit?: boolean;
  /** Called before each address is asked, redirects included; what it throws ends the reading. */
  beforeVisit?: (url: URL) => Promise<void>;
};

export type FetchedPage = {
  /** Where the last redirect led. */
  url: string;
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** As sent, with parameters; empty when the server names none. */
  contentType: string;
  bytes: Uint8Array;
  /** The addresses that redirected, first one first. */
  redirects: string[];
};

/**
 * Reads one address. Throws `address_refused`, `timeout`, `aborted`, `too_large`, `page_unavailable`,
 * `page_refused`, `not_found` or `unsupported_media`; never hangs and leaves no connection open.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchedPage>;

/** `connectMs` includes resolving, `silenceMs` is the longest wait between two parts of a body. */
export type FetchLimits = {
  totalMs: number;
  connectMs: number;
  headersMs: number;
  silenceMs: number;
  maxBytes: number;
  maxRedirects: number;
};

export type GuardOptions = {
  /** `host` or `host:port`: the only hosts whose address may be private. */
  allowedHosts?: readonly string[];
  resolve?: Resolve;
  ports?: readonly number[];
  limits?: Partial<FetchLimits>;
  /** How we name ourselves. */
  userAgent?: string;
};

const defaultLimits: FetchLimits = {
  totalMs: 10_000,
  connectMs: 5_000,
  headersMs: 8_000,
  silenceMs: 5_000,
  maxBytes: 2 * 1024 * 1024,
  maxRedirects: 5,
};
/** The size limit of a response's headers; ours, not the runtime's. */
const maxHeaderBytes = 32 * 1024;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The only way to read an address that a person, page or model named: public ones only, within limits. */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  const limits = { ...defaultLimits, ...options.limits };
  const rules = { ports: options.ports ?? webPorts, allowedHosts: options.allowedHosts ?? [] };
  const { resolve = resolveBySystem, userAgent = defaultUserAgent } = options;
  return async (url, fetchOptions) => {
    const deadline = startDeadline(limits.totalMs, fetchOptions.signal);
    try {
      return await followRedirects(url, { rules, resolve, limits, userAgent, fetchOptions, deadline });
    } catch (error) {
      throw toFetchError(error, getHost(url), fetchOptions.signal, deadline);
    } finally {
      deadline.clear();
    }
  };
}

/**
 * The same reader for servers that the configuration names, each on exactly its port: they may be private;
 * what they redirect to may not.
 */
export function createTrustedFetch(
  baseUrls: readonly string[],
  options: Omit<GuardOptions, "allowedHosts"> = {},
): GuardedFetch {
  const allowedHosts = baseUrls.map((text) => {
    const url = URL.parse(text);
    if (!url) throw new AppError("configuration", `${text} is not a web address.`);
    return `${url.hostname}:${getPort(url)}`;
  });
  return createGuardedFetch({ ...options, allowedHosts });
}

type Journey = {
  rules: UrlRules;
  resolve: Resolve;
  limits: FetchLimits;
  userAgent: string;
  fetchOptions: FetchOptions;
  deadline: Deadline;
};

async function followRedirects(start: string, journey: Journey): Promise<FetchedPage> {
  const redirects: string[] = [];
  let address = start;
  // Once left, the first origin is a stranger too: who sent us back chose what is asked of it.
  let isAtHome = true;
  let { rules } = journey;
  while (redirects.length <= journey.limits.maxRedirects) {
    journey.deadline.signal.throwIfAborted();
    const judged = judgeUrl(address, rules);
    if (!judged.allowed)
      throw new AppError(
        "address_refused",
        `${getHost(address)} was not read: the address ${judged.reason}.`,
      );
    journey.deadline.relax();
    await journey.fetchOptions.beforeVisit?.(judged.url);
    isAtHome &&= URL.parse(start)?.origin === judged.url.origin;
    const answer = await visit(judged.url, judged.isTrusted, isAtHome, journey);
    if ("bytes" in answer) return { ...answer, url: judged.url.href, redirects };
    if (journey.fetchOptions.body)
      throw new AppError(
        "page_unavailable",
        `${getHost(address)} redirects what was sent to it, which is not followed.`,
      );
    redirects.push(judged.url.href);
    rules = toRedirectRules(judged, rules);
    address = answer.location;
  }
  throw new AppError(
    "page_unavailable",
    `${getHost(start)} redirects more than ${journey.limits.maxRedirects} times.`,
  );
}

type Visit = { location: string } | Omit<FetchedPage, "url" | "redirects">;

async function visit(url: URL, isTrusted: boolean, isFirstOrigin: boolean, journey: Journey): Promise<Visit> {
  const { limits, fetchOptions, deadline } = journey;
  // Each visit has its own agent: no connection outlives it or is shared with what other rules judged.
  const dispatcher = new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
    connect: {
      lookup: createCheckedLookup(journey.resolve, isTrusted, deadline.signal),
      timeout: limits.connectMs,
    },
  });
  dispatcher.on("connect", () => deadline.expect("headers", limits.headersMs));
  try {
    deadline.expect("connect", limits.connectMs);
    const headers = { ...toHeaders(fetchOptions, isFirstOrigin), "user-agent": journey.userAgent };
    const sent = fetchOptions.body && { method: "POST", body: fetchOptions.body.text };
    const response = await request(url, { dispatcher, signal: deadline.signal, headers, ...sent });
    return await readAnswer(response, url, journey);
  } finally {
    // Not waited for: a connection that is still being made ends by its own limit.
    void dispatcher.destroy();
  }
}

async function readAnswer(
  response: Dispatcher.ResponseData,
  url: URL,
  { limits, fetchOptions, deadline }: Journey,
): Promise<Visit> {
  const headers = toPlainHeaders(response.headers);
  const location = redirectStatuses.has(response.statusCode) ? headers["location"] : undefined;
  const target = location === undefined ? undefined : URL.parse(location, url.href)?.href;
  // What is not read is destroyed, and a destroyed body reports that as an error which nobody needs.
  if (target !== undefined || response.statusCode < 200 || response.statusCode > 299)
    response.body.on("error", () => undefined).destroy();
  if (target !== undefined) return { location: target };
  const failure = getFailure(response.statusCode, headers["retry-after"], url.host);
  if (failure) throw failure;
  const { maxBytes = limits.maxBytes, isCutAtLimit } = fetchOptions;
  const onBytes = () => deadline.expect("body", limits.silenceMs);
  onBytes();
  const bytes = await readBody(response.body, {
    headers,
    maxBytes,
    isCutAtLimit,
    host: url.host,
    signal: deadline.signal,
    onBytes,
  });
  return { status: response.statusCode, headers, contentType: headers["content-type"] ?? "", bytes };
}

function toHeaders({ headers, accept, body }: FetchOptions, isFirstOrigin: boolean): Record<string, string> {
  return {
    ...(isFirstOrigin ? headers : {}),
    ...(body && { "content-type": body.contentType }),
    accept: accept ?? "text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.8, */*;q=0.5",
    "accept-encoding": "gzip, deflate, br",
  };
}

function toPlainHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value[0] : value;
    return text === undefined ? [] : [[name.toLowerCase(), text] as const];
  });
  return Object.fromEntries(entries);
}

const lateMessages: Record<FetchPhase, string> = {
  connect: "could not be reached in time",
  headers: "took too long to answer",
  body: "stopped in the middle of the page",
  whole: "took too long to answer",
};

function toFetchError(error: unknown, host: string, caller: AbortSignal, deadline: Deadline): AppError {
  if (caller.aborted) return new AppError("aborted", `Reading ${host} was stopped.`, { cause: error });
  if (isAppError(error) && error.code !== "aborted") return error;
  const late = deadline.findLate();
  if (late !== null) return new AppError("timeout", `${host} ${lateMessages[late]}.`, { cause: error });
  const isLate = error instanceof Error && error.name.includes("Timeout");
  return isLate
    ? new AppError("timeout", `${host} ${lateMessages.connect}.`, { cause: error })
    : new AppError("page_unavailable", `${host} could not be reached.`, { cause: error });
}

function getHost(address: string): string {
  return URL.parse(address)?.host || "This address";
}
