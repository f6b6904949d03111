import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { nightlySchema } from "@/lib/protocol/nightly";

export const GET = withAdmin("GET /api/admin/nightly", async ({ services }) =>
  toJsonResponse(await services.laboratory.readNightly()),
);

/** 400 where a night would cost more than it may. */
export const PUT = withAdmin("PUT /api/admin/nightly", async ({ request, user, services }) => {
  const asked = await readBody(request, nightlySchema);
  return toJsonResponse(await services.laboratory.saveNightly(user.id, asked));
});
