import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput, readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { inviteSchema, peopleQuerySchema } from "@/lib/protocol/accounts";

export const GET = withAdmin("GET /api/admin/invitations", async ({ request, services }) => {
  const query = parseInput(peopleQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.accounts.listInvitations(query));
});

export const POST = withAdmin("POST /api/admin/invitations", async ({ request, user, services }) =>
  toJsonResponse(await services.accounts.invite(user.id, await readBody(request, inviteSchema)), 201),
);
