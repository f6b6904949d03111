import { toEmptyResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** Lets those who help here read what one of the person's runs says, as long as it is kept. */
export const PUT = withUser<{ id: string }>(async ({ params, user, services }) => {
  await services.traces.share(user.id, await services.runs.getRecord(user.id, params.id), true);
  return toEmptyResponse();
});

/** Takes that back. */
export const DELETE = withUser<{ id: string }>(async ({ params, user, services }) => {
  await services.traces.share(user.id, await services.runs.getRecord(user.id, params.id), false);
  return toEmptyResponse();
});
