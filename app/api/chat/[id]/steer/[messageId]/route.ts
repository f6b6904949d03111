import { toEmptyResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** Takes words back that the running reply has not read yet. */
export const DELETE = withUser<{ id: string; messageId: string }>(async ({ params, user, services }) => {
  await services.runs.takeBack(user.id, params.id, params.messageId);
  return toEmptyResponse();
});
