import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

/** Saves its draft as the settings form does; 409 when somebody saved since it began. */
export const POST = withAdmin<{ id: string }>(
  "POST /api/admin/experiments/[id]/publish",
  async ({ params, user, services }) =>
    toJsonResponse(await services.laboratory.publishBy(params.id, user, services.saveSettings)),
);
