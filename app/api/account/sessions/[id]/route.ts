import { toEmptyResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** Ends one session of one's own. */
export const DELETE = withUser<{ id: string }>(
  async ({ params, user, services }) => {
    await services.accounts.endSession(user, params.id);
    return toEmptyResponse();
  },
  { isFresh: true, isReadOnly: true },
);
