import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

export const POST = withAdmin<{ id: string }>(
  "POST /api/admin/people/[id]/reset-link",
  async ({ params, user, services }) =>
    toJsonResponse(await services.accounts.createResetLink(user.id, params.id)),
);
