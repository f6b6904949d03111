/** What every answer under `/api` carries: it is data, nothing in it may run, nobody keeps it. */
export const apiHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

export function toJsonResponse(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { ...apiHeaders, "content-type": "application/json" },
  });
}

export function toEmptyResponse(): Response {
  return new Response(null, { status: 204, headers: apiHeaders });
}

export function setCookiesOn(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
