import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { estimateExperimentSchema } from "@/lib/protocol/laboratory";

/** What an experiment would come to; nothing is asked. */
export const POST = withAdmin("POST /api/admin/experiments/estimate", async ({ request, user, services }) => {
  const asked = await readBody(request, estimateExperimentSchema, "texts");
  return toJsonResponse(await services.laboratory.estimate(user.id, asked));
});
