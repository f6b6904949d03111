import { toAppError } from "@/lib/errors";
import { getServices } from "@/lib/server/services";

/** Failures of ours go to the log; what the request did wrong is only counted there. */
export async function logFailure(request: Request, error: unknown): Promise<void> {
  const { code, status } = toAppError(error);
  const services = await getServices().catch(() => null);
  const level = status >= 500 ? "error" : "debug";
  services?.log[level]("request_failed", {
    method: request.method,
    path: new URL(request.url).pathname,
    code,
    ...(status >= 500 ? { error } : {}),
  });
}
