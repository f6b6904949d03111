import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { conversationsQuerySchema, searchQuerySchema } from "@/lib/protocol/conversations";

/** The person's conversations, newest first, or with `q` those that have its words; a page at a time. */
export const GET = withUser(async ({ request, user, services }) => {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  if ("q" in asked)
    return toJsonResponse(
      await services.runs.searchConversations(user.id, parseInput(searchQuerySchema, asked)),
    );
  const query = parseInput(conversationsQuerySchema, asked);
  return toJsonResponse(await services.runs.listConversations(user.id, query));
});
