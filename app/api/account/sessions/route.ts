import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";
import type { SessionsReply } from "@/lib/protocol/accounts";

/** Where one is signed in. */
export const GET = withUser(async ({ request, user, services }) => {
  const reply: SessionsReply = { sessions: await services.accounts.listSessions(user, request.headers) };
  return toJsonResponse(reply);
});
