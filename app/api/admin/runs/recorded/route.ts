import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { runsQuerySchema } from "@/lib/protocol/runs";

/** Runs of all people, newest first, without anybody's words. */
export const GET = withAdmin("GET /api/admin/runs/recorded", async ({ request, services }) => {
  const query = parseInput(runsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.traces.listEverybodys(query));
});
