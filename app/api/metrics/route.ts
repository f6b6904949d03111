import { answerOrRefuse } from "@/lib/http/answer-or-refuse";

/** What this process has measured, in Prometheus' text format, for who has the token. */
export const GET = (request: Request): Promise<Response> =>
  answerOrRefuse(
    request,
    async ({ readMetrics }) =>
      new Response(await readMetrics(request.headers.get("authorization")), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
      }),
  );
