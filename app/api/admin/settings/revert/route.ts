import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { revertSchema } from "@/lib/protocol/settings";

/** Makes an old version's settings the newest; 409 when somebody else saved first. */
export const POST = withAdmin("POST /api/admin/settings/revert", async ({ request, user, services }) => {
  return toJsonResponse(await services.revertSettings(await readBody(request, revertSchema), user));
});
