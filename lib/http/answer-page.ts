import { NextResponse } from "next/server";
import type { NextRequest } from "next/server";
import type { Auth } from "@/lib/features/accounts/auth/auth";
import { findClientKey, toClientHeader } from "@/lib/features/accounts/auth/client-address";
import { createHostCheck, type SiteAddress } from "@/lib/features/accounts/auth/host-check";
import { toAppError } from "@/lib/errors";
import { createLog, type LogLevel } from "@/lib/log";
import { createPersonLimits } from "@/lib/features/accounts/person-limits";
import { pathHeader } from "./path-header";

type CheckHost = Auth["checkHost"];
/** `url`: where people reach a server with accounts; `null` without sign-in. */
export type Site = {
  url: string | null;
  isDevelopment: boolean;
  checkHost: CheckHost;
  checkViews: (path: string, headers: Headers) => void;
};
type SiteOptions = SiteAddress & {
  logLevel: LogLevel | "silent";
  /** What the environment says about it. */
  client: Parameters<typeof toClientHeader>[0];
  isDevelopment: boolean;
};

export function openSite({ logLevel, client, isDevelopment, ...address }: SiteOptions): Site {
  const { url } = address;
  const clientHeader = toClientHeader(client);
  return {
    ...{ url, isDevelopment },
    checkHost: createHostCheck(address, createLog(logLevel).warn),
    checkViews: createViewCheck((headers) => findClientKey(headers, clientHeader, url ?? "")),
  };
}

const viewsPerMinute = 120;

/**
 * Refuses a client that asks for one shared page too often. Each address is counted by itself, so that wrong
 * ones bar nobody from a right one, and nothing is counted where clients cannot be told apart.
 */
function createViewCheck(findClient: (headers: Headers) => string | null): Site["checkViews"] {
  const limits = createPersonLimits(viewsPerMinute, Date.now);
  return (path, headers) => {
    const token = /^\/s\/([\w-]{43})/.exec(readPath(path))?.[1];
    const client = token === undefined ? null : findClient(headers);
    if (client !== null && client !== "unknown") limits.take("request", `${client} ${token}`);
  };
}

/**
 * Refuses foreign hosts before a page is made, and gives every page a content security policy with a nonce of
 * its own; Next puts the nonce on the scripts it writes.
 */
export function answerPage(request: NextRequest, { url, isDevelopment, ...site }: Site): NextResponse {
  try {
    site.checkHost(request.headers);
    site.checkViews(request.nextUrl.pathname, request.headers);
  } catch (error) {
    const { message, status, retryAfter } = toAppError(error);
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const retry = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return new NextResponse(message, { status, headers: { ...headers, ...retry } });
  }
  const policy = toPolicy(btoa(crypto.randomUUID()), isDevelopment);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  if (url?.startsWith("https:") === true)
    response.headers.set("strict-transport-security", "max-age=31536000");
  return response;
}

/** As the page sees it: letters may be written as their codes. */
function readPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** React evaluates code in development to rebuild stacks. Libraries and server markup have inline styles. */
function toPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
