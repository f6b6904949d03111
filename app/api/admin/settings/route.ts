import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { putSettingsSchema } from "@/lib/protocol/settings";

export const GET = withAdmin("GET /api/admin/settings", async ({ services }) =>
  toJsonResponse(await services.readSettings()),
);

/** Saves a change; 409 when somebody else saved first. */
export const PUT = withAdmin("PUT /api/admin/settings", async ({ request, user, services }) => {
  const { version, settings } = await readBody(request, putSettingsSchema, "texts");
  return toJsonResponse(await services.saveSettings(settings, version, user));
});
