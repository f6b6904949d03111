import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { listQuerySchema } from "@/lib/protocol/conversations";

/** The person's conversations, newest first, a page at a time. */
export const GET = withUser(async ({ request, user, services }) => {
  const query = parseInput(listQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.runs.listConversations(user.id, query));
});
