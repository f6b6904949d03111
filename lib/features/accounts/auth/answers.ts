/** A JSON answer that sets cookies. */
export function toAnswer(value: unknown, cookies: readonly string[] = []): Response {
  const response = Response.json(value);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Leads the browser to a page of ours. */
export function toRedirect(path: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, { status: 302, headers: { location: path } });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
