import { answerOrRefuse } from "./answer-or-refuse";
import { apiHeaders } from "./api-headers";
import { keepAlive } from "./keep-alive";
import { readJson } from "./read-body";

type RouteContext = { params: Promise<{ path: string[] }> };

/** Signing in happens below it, for whoever is not signed in yet: only host and origin are judged before. */
export function answerAuthRequest(request: Request, { params }: RouteContext): Promise<Response> {
  return answerOrRefuse(request, async ({ auth, settleBackground }) => {
    auth.checkHost(request.headers);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead) auth.checkOrigin(request.headers);
    const { path } = await params;
    const body = isRead ? null : await readJson(request);
    const query = new URL(request.url).searchParams;
    const response = await auth.handle({
      method: request.method,
      path: path.join("/"),
      headers: request.headers,
      query,
      body,
    });
    // Mail is sent after the answer, so that its time says nothing about who has an account.
    keepAlive(settleBackground);
    for (const [name, value] of Object.entries(apiHeaders)) response.headers.set(name, value);
    return response;
  });
}
