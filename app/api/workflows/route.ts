import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { newWorkflowSchema } from "@/lib/protocol/workflows";

export const GET = withUser(async ({ user, services }) =>
  toJsonResponse(await services.workflows.list(user.id)),
);

export const POST = withUser(async ({ request, user, services }) => {
  const workflow = await readBody(request, newWorkflowSchema, "texts");
  return toJsonResponse(await services.workflows.create(user.id, workflow), 201);
});
