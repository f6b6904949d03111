import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { alertChangeSchema } from "@/lib/protocol/alerts";

/** Says that somebody looks after it. */
export const PATCH = withAdmin<{ id: string }>(
  "PATCH /api/admin/alerts/[id]",
  async ({ request, params, user, services }) => {
    await readBody(request, alertChangeSchema);
    return toJsonResponse(await services.alerts.acknowledge(user.id, params.id));
  },
);
