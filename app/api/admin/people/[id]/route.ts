import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { patchPersonSchema } from "@/lib/protocol/accounts";

export const PATCH = withAdmin<{ id: string }>(
  "PATCH /api/admin/people/[id]",
  async ({ request, params, user, services }) => {
    const patch = await readBody(request, patchPersonSchema);
    return toJsonResponse(await services.accounts.patchPerson(user.id, params.id, patch));
  },
);
