import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { newExperimentSchema } from "@/lib/protocol/laboratory";

export const GET = withAdmin("GET /api/admin/experiments", async ({ services }) =>
  toJsonResponse(await services.laboratory.list()),
);

/** Begins one; 400 where it would cost more than it may, 409 while another one runs. */
export const POST = withAdmin("POST /api/admin/experiments", async ({ request, user, services }) => {
  const asked = await readBody(request, newExperimentSchema, "texts");
  return toJsonResponse(await services.laboratory.create(user.id, asked), 201);
});
