import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { blindChoiceSchema } from "@/lib/protocol/laboratory";

type Params = { id: string; questionId: string };
const route = "/api/admin/experiments/[id]/pairs/[questionId]";

/** Both answers, without which is which. */
export const GET = withAdmin<Params>(`GET ${route}`, async ({ params, services }) =>
  toJsonResponse(await services.laboratory.readPair(params.id, params.questionId)),
);

export const PUT = withAdmin<Params>(`PUT ${route}`, async ({ request, params, services }) => {
  const { choice } = await readBody(request, blindChoiceSchema);
  return toJsonResponse(await services.laboratory.choose(params.id, params.questionId, choice));
});
