import { toEmptyResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

/** Stops anybody's reply; what it has so far stays. */
export const POST = withAdmin<{ id: string }>(
  "POST /api/admin/runs/[id]/stop",
  async ({ params, user, services }) => {
    await services.operations.stopRun(user.id, params.id);
    return toEmptyResponse();
  },
);
