import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** What its newest answer says otherwise than the one before. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) =>
  toJsonResponse(await services.workflows.readDifference(user.id, params.id)),
);
