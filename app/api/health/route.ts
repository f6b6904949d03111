import { toJsonResponse } from "@/lib/http/api-headers";
import { toAppError } from "@/lib/errors";
import { getServices } from "@/lib/server/services";

/** Whether the server can serve; for programs, without sign-in and without secrets. */
export async function GET(): Promise<Response> {
  try {
    const services = await getServices();
    return toJsonResponse(await services.checkHealth());
  } catch (error) {
    return toJsonResponse({ status: "failing", reason: toAppError(error).title }, 503);
  }
}
