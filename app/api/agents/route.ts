import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin, withUser } from "@/lib/http/with-user";
import { newAgentSchema } from "@/lib/protocol/agents";

/** Who may answer, the built-in one first. */
export const GET = withUser(async ({ user, services }) => toJsonResponse(await services.agents.list(user)));

export const POST = withAdmin("POST /api/agents", async ({ request, user, services }) => {
  const agent = await services.agents.create(await readBody(request, newAgentSchema, "texts"), user);
  return toJsonResponse(agent, 201);
});
