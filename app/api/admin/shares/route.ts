import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { sharesQuerySchema } from "@/lib/protocol/snapshots";

export const GET = withAdmin("GET /api/admin/shares", async ({ request, services }) => {
  const query = parseInput(sharesQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.sharing.listAll(query));
});
