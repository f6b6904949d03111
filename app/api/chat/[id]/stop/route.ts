import { toEmptyResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** Stops the running reply; what it has so far stays. */
export const POST = withUser<{ id: string }>(async ({ params, user, services }) => {
  await services.runs.stop(user.id, params.id);
  return toEmptyResponse();
});
