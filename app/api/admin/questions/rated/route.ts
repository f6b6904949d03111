import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

/** Questions of the administrator's own whose answers they rated. */
export const GET = withAdmin("GET /api/admin/questions/rated", async ({ user, services }) =>
  toJsonResponse(await services.laboratory.listRated(user.id)),
);
