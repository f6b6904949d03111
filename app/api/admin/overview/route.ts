import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { overviewQuerySchema } from "@/lib/protocol/statistics";

/** What happened on the site, by day or by hour. */
export const GET = withAdmin("GET /api/admin/overview", async ({ request, services }) => {
  const query = parseInput(overviewQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.overview(query));
});
