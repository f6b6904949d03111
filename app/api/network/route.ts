import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";
import type { NetworkReply } from "@/lib/protocol/client-settings";

/** Whether the server reaches the search engine that it would ask first. */
export const GET = withUser(async ({ services }) => {
  const reply: NetworkReply = { isReachable: await services.reachesSearch() };
  return toJsonResponse(reply);
});
