import { keepReply } from "@/lib/http/keep-alive";
import { serve } from "@/lib/http/serve";
import { planEditSchema } from "./shape";
import * as api from "./api";

export const readPlan = serve(api.readPlan)(({ user, services, params }) =>
  services.runs.getPlan(user.id, params.id),
);
export const changePlan = serve(api.changePlan, { body: planEditSchema, size: "texts" })(async ({
  user,
  services,
  params,
  body,
}) => {
  const { plan: changed, resumed } = await services.runs.changePlan(user.id, params.id, body);
  keepReply(resumed, services);
  return changed;
});
