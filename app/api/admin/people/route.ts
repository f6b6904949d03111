import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { peopleQuerySchema } from "@/lib/protocol/accounts";

export const GET = withAdmin("GET /api/admin/people", async ({ request, services }) => {
  const query = parseInput(peopleQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.accounts.listPeople(query));
});
