import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin, withUser } from "@/lib/http/with-user";
import { agentPatchSchema } from "@/lib/protocol/agents";

type Params = { id: string };

export const GET = withUser<Params>(async ({ params, user, services }) =>
  toJsonResponse(await services.agents.get(params.id, user)),
);

/** Saves a change; 409 when somebody else saved first. */
export const PATCH = withAdmin<Params>(
  "PATCH /api/agents/[id]",
  async ({ request, params, user, services }) => {
    const { version, changes } = await readBody(request, agentPatchSchema, "texts");
    return toJsonResponse(await services.agents.update(params.id, changes, version, user));
  },
);

export const DELETE = withAdmin<Params>("DELETE /api/agents/[id]", async ({ params, user, services }) => {
  await services.agents.delete(params.id, user);
  return toEmptyResponse();
});
