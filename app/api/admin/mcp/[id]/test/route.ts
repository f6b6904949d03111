import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

type Params = { id: string };

/** Asks the server for its tools. */
export const POST = withAdmin<Params>(
  "POST /api/admin/mcp/[id]/test",
  async ({ request, params, services }) =>
    toJsonResponse(await services.toolServers.test(params.id, request.signal)),
);
