import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { mcpPatchSchema, mcpReplacementSchema } from "@/lib/protocol/mcp";

type Params = { id: string };

/** Saves a change; 409 when somebody else saved first, or when a tool is another one than was shown. */
export const PATCH = withAdmin<Params>(
  "PATCH /api/admin/mcp/[id]",
  async ({ request, params, user, services }) => {
    const { version, changes } = await readBody(request, mcpPatchSchema, "texts");
    return toJsonResponse(await services.toolServers.update(params.id, changes, version, user));
  },
);

/** Keeps another name, address or sign-in, of a server that answers there; its tools are as new ones. */
export const PUT = withAdmin<Params>(
  "PUT /api/admin/mcp/[id]",
  async ({ request, params, user, services }) => {
    const fields = await readBody(request, mcpReplacementSchema, "texts");
    return toJsonResponse(await services.toolServers.replace(params.id, fields, user, request.signal));
  },
);

export const DELETE = withAdmin<Params>("DELETE /api/admin/mcp/[id]", async ({ params, user, services }) => {
  await services.toolServers.remove(params.id, user);
  return toEmptyResponse();
});
