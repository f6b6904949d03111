import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { testModelSchema } from "@/lib/protocol/settings";

/** Tries a model as replies use it and says how it went. */
export const POST = withAdmin("POST /api/admin/models/test", async ({ request, services }) => {
  const { model } = await readBody(request, testModelSchema);
  return toJsonResponse(await services.testModel(model, request.signal));
});
