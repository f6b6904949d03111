import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

/** Rules that fired, newest first, and how many failed replies the site allows itself. */
export const GET = withAdmin("GET /api/admin/alerts", async ({ services }) =>
  toJsonResponse(await services.alerts.list()),
);
