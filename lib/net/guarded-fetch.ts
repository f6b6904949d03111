import { Agent, request, type Dispatcher } from "undici";
import { AppError, isAppError } from "@/lib/errors";
import { createCheckedLookup, resolveBySystem, type Resolve } from "./checked-lookup";
import { judgeUrl, webPorts, type UrlRules } from "./judge-url";
import { readBody } from "./read-body";
import { getFailure } from "./response-failure";

export type FetchOptions = {
  signal: AbortSignal;
  /** Sent to the first address's origin only; a redirect elsewhere goes without them. */
  headers?: Record<string, string>;
  accept?: string;
  /** Limit on the body after decompression. */
  maxBytes?: number;
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
 * Reads one address. Throws `address_refused`, `timeout`, `aborted`, `too_large`, `page_unavailable`, `page_refused`,
 * `not_found` or `unsupported_media`; never hangs and leaves no connection open.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchedPage>;

export type FetchLimits = { totalMs: number; connectMs: number; maxBytes: number; maxRedirects: number };

export type GuardOptions = {
  /** `host` or `host:port`: the only hosts whose address may be private. */
  allowedHosts?: readonly string[];
  resolve?: Resolve;
  ports?: readonly number[];
  limits?: Partial<FetchLimits>;
};

const defaultLimits: FetchLimits = { totalMs: 10_000, connectMs: 5_000, maxBytes: 2 * 1024 * 1024, maxRedirects: 5 };
const userAgent = "Sextant/0.1 (+agent; reads pages people ask about)";
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The only way to read an address that a person, a page or a model named: public addresses only, within limits. */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  const limits = { ...defaultLimits, ...options.limits };
  const rules = { ports: options.ports ?? webPorts, allowedHosts: options.allowedHosts ?? [] };
  const resolve = options.resolve ?? resolveBySystem;
  return async (url, fetchOptions) => {
    const deadline = startDeadline(limits.totalMs, fetchOptions.signal);
    try {
      return await followRedirects(url, { rules, resolve, limits, fetchOptions, signal: deadline.signal });
    } catch (error) {
      throw toFetchError(error, getHost(url), fetchOptions.signal, deadline.signal);
    } finally {
      deadline.clear();
    }
  };
}

/** The same reader for servers that the configuration names: they may be private and use any port; what they redirect to may not. */
export function createTrustedFetch(baseUrls: readonly string[], options: Omit<GuardOptions, "allowedHosts"> = {}): GuardedFetch {
  const allowedHosts = baseUrls.flatMap((text) => {
    const url = URL.parse(text);
    if (!url) throw new AppError("configuration", `${text} is not a web address.`);
    return url.port ? [url.hostname, url.host] : [url.hostname];
  });
  return createGuardedFetch({ ...options, allowedHosts });
}

type Journey = { rules: UrlRules; resolve: Resolve; limits: FetchLimits; fetchOptions: FetchOptions; signal: AbortSignal };

async function followRedirects(start: string, journey: Journey): Promise<FetchedPage> {
  const redirects: string[] = [];
  let address = start;
  while (redirects.length <= journey.limits.maxRedirects) {
    journey.signal.throwIfAborted();
    const judged = judgeUrl(address, journey.rules);
    if (!judged.allowed) throw new AppError("address_refused", `${getHost(address)} was not read: the address ${judged.reason}.`);
    const answer = await visit(judged.url, judged.isTrusted, URL.parse(start)?.origin === judged.url.origin, journey);
    if ("bytes" in answer) return { ...answer, url: judged.url.href, redirects };
    redirects.push(judged.url.href);
    address = answer.location;
  }
  throw new AppError("page_unavailable", `${getHost(start)} redirects more than ${journey.limits.maxRedirects} times.`);
}

type Visit = { location: string } | Omit<FetchedPage, "url" | "redirects">;

async function visit(url: URL, isTrusted: boolean, isFirstOrigin: boolean, journey: Journey): Promise<Visit> {
  const { limits, fetchOptions, signal } = journey;
  // An agent of its own for each visit: no connection outlives it, none is shared with an address judged by other rules.
  const dispatcher = new Agent({
    allowH2: false,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
    connect: { lookup: createCheckedLookup(journey.resolve, isTrusted), timeout: limits.connectMs },
  });
  try {
    const response = await request(url, { dispatcher, signal, headers: toHeaders(fetchOptions, isFirstOrigin) });
    return await readAnswer(response, url, fetchOptions.maxBytes ?? limits.maxBytes, signal);
  } finally {
    await dispatcher.destroy();
  }
}

async function readAnswer(response: Dispatcher.ResponseData, url: URL, maxBytes: number, signal: AbortSignal): Promise<Visit> {
  const headers = toPlainHeaders(response.headers);
  const location = redirectStatuses.has(response.statusCode) ? headers["location"] : undefined;
  const target = location === undefined ? undefined : URL.parse(location, url.href)?.href;
  // What is not read is destroyed, and a destroyed body reports that as an error which nobody needs.
  if (target !== undefined || response.statusCode < 200 || response.statusCode > 299) response.body.on("error", () => undefined).destroy();
  if (target !== undefined) return { location: target };
  const failure = getFailure(response.statusCode, headers["retry-after"], url.host);
  if (failure) throw failure;
  const bytes = await readBody(response.body, { headers, maxBytes, host: url.host, signal });
  return { status: response.statusCode, headers, contentType: headers["content-type"] ?? "", bytes };
}

function toHeaders({ headers, accept }: FetchOptions, isFirstOrigin: boolean): Record<string, string> {
  return {
    ...(isFirstOrigin ? headers : {}),
    "user-agent": userAgent,
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

/** A signal that ends with the caller's or after `ms`, whichever is first. */
function startDeadline(ms: number, signal: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  const stop = () => controller.abort();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    },
  };
}

function toFetchError(error: unknown, host: string, callerSignal: AbortSignal, deadline: AbortSignal): AppError {
  if (callerSignal.aborted) return new AppError("aborted", `Reading ${host} was stopped.`, { cause: error });
  if (isAppError(error)) return error;
  const name = error instanceof Error ? error.name : "";
  if (deadline.aborted || /Timeout/.test(name)) return new AppError("timeout", `${host} took too long to answer.`, { cause: error });
  return new AppError("page_unavailable", `${host} could not be reached.`, { cause: error });
}

function getHost(address: string): string {
  return URL.parse(address)?.host || "This address";
}
