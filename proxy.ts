import type { NextRequest, NextResponse } from "next/server";
import { readEnv } from "@/lib/env";
import { answerPage, openSite, type Site } from "@/lib/http/answer-page";

let site: Site | null = null;

export function proxy(request: NextRequest): NextResponse {
  site ??= open();
  return answerPage(request, site);
}

function open(): Site {
  const { AUTH_URL: url = null, HOST: host, PORT: port, LOG_LEVEL: logLevel, ...client } = readEnv();
  const isDevelopment = process.env.NODE_ENV === "development";
  return openSite({ url, host, port, logLevel, client, isDevelopment });
}

/**
 * Pages, and what there is not. Routes judge who asks themselves, and these files are everybody's: no nonce,
 * and no time lost.
 */
export const config = {
  matcher: ["/((?!api/|_next/static/|(?:apple-)?icon[a-z0-9-]*\\.(?:svg|png)$|manifest\\.webmanifest$).*)"],
};
