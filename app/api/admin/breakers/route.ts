import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";
import type { BreakersReply } from "@/lib/protocol/breakers";

/** Which models and tools failed last or are paused, on the instance that answers: each finds out itself. */
export const GET = withAdmin(async ({ services }) => {
  // The thresholds that the pauses are told by are those of the moment.
  await services.settings.get();
  const reply: BreakersReply = { breakers: services.listBreakers() };
  return toJsonResponse(reply);
});
