import { toAppError } from "@/lib/errors";
import { getServices, type Services } from "@/lib/server/services";
import { toProblemResponse } from "./problem-response";

/**
 * Answers a request; what is thrown becomes a problem document. Failures of ours go to the log; what the
 * request did wrong is only counted there.
 */
export async function answerOrRefuse(
  request: Request,
  answer: (services: Services) => Promise<Response>,
): Promise<Response> {
  try {
    return await answer(await getServices());
  } catch (error) {
    const { code, status } = toAppError(error);
    const services = await getServices().catch(() => null);
    services?.log[status >= 500 ? "error" : "debug"]("request_failed", {
      method: request.method,
      path: new URL(request.url).pathname,
      code,
      ...(status >= 500 ? { error } : {}),
    });
    return toProblemResponse(error, request);
  }
}
