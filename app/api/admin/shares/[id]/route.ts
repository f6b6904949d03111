import { toEmptyResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

/** Ends anybody's shared page. */
export const DELETE = withAdmin<{ id: string }>(
  "DELETE /api/admin/shares/[id]",
  async ({ params, user, services }) => {
    await services.sharing.endAny(user.id, params.id);
    return toEmptyResponse();
  },
);
