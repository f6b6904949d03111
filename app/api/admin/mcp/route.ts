import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { newMcpServerSchema } from "@/lib/protocol/mcp";

export const GET = withAdmin("GET /api/admin/mcp", async ({ services }) =>
  toJsonResponse(await services.toolServers.listAll()),
);

/** Keeps a server that answers; none of its tools is offered yet. */
export const POST = withAdmin("POST /api/admin/mcp", async ({ request, user, services }) => {
  const fields = await readBody(request, newMcpServerSchema, "texts");
  return toJsonResponse(await services.toolServers.create(fields, user, request.signal), 201);
});
