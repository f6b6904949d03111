import { logFailure } from "@/lib/http/log-failure";
import { toProblemResponse } from "@/lib/http/problem-response";
import { getServices } from "@/lib/server/services";

/** What this process has measured, in Prometheus' text format, for who has the token. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { readMetrics } = await getServices();
    return new Response(await readMetrics(request.headers.get("authorization")), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    });
  } catch (error) {
    await logFailure(request, error);
    return toProblemResponse(error);
  }
}
