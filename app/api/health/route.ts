import { toJsonResponse } from "@/lib/http/api-headers";
import { toAppError } from "@/lib/errors";
import { getServices, type Services } from "@/lib/server/services";

/**
 * Whether the server can serve; for programs, without sign-in and without secrets. What serves there only an
 * administrator is told.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const services = await getServices();
    const health = await services.checkHealth();
    return toJsonResponse({ ok: true, ...((await isAdmin(services, request)) ? health : {}) });
  } catch (error) {
    return toJsonResponse({ ok: false, reason: toAppError(error).title }, 503);
  }
}

/** Whoever cannot be told from a stranger is one. */
function isAdmin({ auth }: Services, request: Request): Promise<boolean> {
  return auth.identify(request.headers, { isFresh: true, isReadOnly: true }).then(
    ({ person }) => person.role === "admin",
    () => false,
  );
}
