import { toEmptyResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

export const DELETE = withAdmin<{ id: string }>(async ({ params, services }) => {
  await services.accounts.revokeInvitation(params.id);
  return toEmptyResponse();
});
