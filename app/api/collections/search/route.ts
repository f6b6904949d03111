import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { documentSearchSchema } from "@/lib/protocol/documents";

/** Searches what the person may search. A collection of somebody else is as one that does not exist. */
export const POST = withUser(async ({ request, user, services }) => {
  const asked = await readBody(request, documentSearchSchema);
  return toJsonResponse(await services.library.search(user.id, asked, request.signal));
});
