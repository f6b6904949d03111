import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { mcpPatchSchema } from "@/lib/protocol/mcp";

type Params = { id: string };

/** Saves a change; 409 when somebody else saved first, or when a tool is another one than was shown. */
export const PATCH = withAdmin<Params>(
  "PATCH /api/admin/mcp/[id]",
  async ({ request, params, user, services }) => {
    const { version, changes } = await readBody(request, mcpPatchSchema);
    return toJsonResponse(await services.toolServers.update(params.id, changes, version, user));
  },
);

export const DELETE = withAdmin<Params>("DELETE /api/admin/mcp/[id]", async ({ params, user, services }) => {
  await services.toolServers.remove(params.id, user);
  return toEmptyResponse();
});
