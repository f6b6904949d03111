import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** What the check of an answer against its sources has given by now. */
export const GET = withUser<{ id: string; messageId: string }>(async ({ params, user, services }) =>
  toJsonResponse(await services.evidence.readClaims(user.id, params.id, params.messageId)),
);
