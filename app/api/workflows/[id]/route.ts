import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { patchWorkflowSchema } from "@/lib/protocol/workflows";

type Params = { id: string };

export const PATCH = withUser<Params>(async ({ request, params, user, services }) => {
  const patch = await readBody(request, patchWorkflowSchema, "texts");
  return toJsonResponse(await services.workflows.change(user.id, params.id, patch));
});

export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.workflows.delete(user.id, params.id);
  return toEmptyResponse();
});
