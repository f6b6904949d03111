import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { agentRevertSchema } from "@/lib/protocol/agents";

/** Makes an old version of an agent the newest; 409 when somebody else saved first. */
export const POST = withAdmin<{ id: string }>(
  "POST /api/agents/[id]/revert",
  async ({ request, params, user, services }) => {
    const change = await readBody(request, agentRevertSchema);
    return toJsonResponse(await services.agents.revert(params.id, change, user));
  },
);
