import { NextResponse } from "next/server";
import type { NextRequest } from "next/server";
import type { Auth } from "@/lib/auth/auth";
import { createHostCheck, type SiteAddress } from "@/lib/auth/host-check";
import { toAppError } from "@/lib/errors";
import { createLog, type LogLevel } from "@/lib/log";
import { pathHeader } from "./path-header";

/** `url`: where people reach a server with accounts; `null` without sign-in. */
export type Site = { url: string | null; isDevelopment: boolean; checkHost: Auth["checkHost"] };
type SiteOptions = SiteAddress & { logLevel: LogLevel | "silent"; isDevelopment: boolean };

export function openSite({ logLevel, isDevelopment, ...address }: SiteOptions): Site {
  return { url: address.url, isDevelopment, checkHost: createHostCheck(address, createLog(logLevel).warn) };
}

/**
 * Refuses foreign hosts before a page is made, and gives every page a content security policy with a nonce of
 * its own; Next puts the nonce on the scripts it writes.
 */
export function answerPage(request: NextRequest, { url, isDevelopment, checkHost }: Site): NextResponse {
  try {
    checkHost(request.headers);
  } catch (error) {
    const { message, status } = toAppError(error);
    return new NextResponse(message, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
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
