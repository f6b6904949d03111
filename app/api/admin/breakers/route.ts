import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";
import { readBody } from "@/lib/http/read-body";
import type { BreakersReply } from "@/lib/protocol/breakers";
import { resetBreakerSchema } from "@/lib/protocol/operations";

/** Which models and tools failed last or are paused, on the instance that answers: each finds out itself. */
export const GET = withAdmin("GET /api/admin/breakers", async ({ services }) => {
  // The thresholds that the pauses are told by are those of the moment.
  await services.settings.get();
  const reply: BreakersReply = { breakers: services.listBreakers() };
  return toJsonResponse(reply);
});

/** Ends a pause, on the instance that answers. */
export const POST = withAdmin("POST /api/admin/breakers", async ({ request, user, services }) => {
  await services.operations.resetBreaker(user.id, await readBody(request, resetBreakerSchema));
  return toEmptyResponse();
});
