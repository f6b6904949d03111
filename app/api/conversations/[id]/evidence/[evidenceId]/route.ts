import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** What was retrieved, as it was. */
export const GET = withUser<{ id: string; evidenceId: string }>(async ({ params, user, services }) =>
  toJsonResponse(await services.evidence.read(user.id, params.id, params.evidenceId)),
);
