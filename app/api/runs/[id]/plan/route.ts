import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { planEditSchema } from "@/lib/protocol/plans";

export const maxDuration = 300;

/** The plan of one of the person's runs, while it is followed and afterwards. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) =>
  toJsonResponse(await services.runs.getPlan(user.id, params.id)),
);

/** The person's change, or their word on a plan that waits: with it the reply goes on, after this answer. */
export const PATCH = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const edit = await readBody(request, planEditSchema, "texts");
  const { plan, resumed } = await services.runs.changePlan(user.id, params.id, edit);
  if (resumed !== null) keepAlive(() => resumed.reply.then(services.settleBackground));
  return toJsonResponse(plan);
});
