import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** The record of one of the person's runs: steps, calls, usage, cost, timings. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) => {
  return toJsonResponse(await services.runs.getRecord(user.id, params.id));
});
