import { toEmptyResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

export const DELETE = withAdmin<{ id: string }>(
  "DELETE /api/admin/invitations/[id]",
  async ({ params, user, services }) => {
    await services.accounts.revokeInvitation(user.id, params.id);
    return toEmptyResponse();
  },
);
