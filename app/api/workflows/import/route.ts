import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { workflowFileSchema } from "@/lib/protocol/workflows";

/** Takes a file that was exported, here or elsewhere. */
export const POST = withUser(async ({ request, user, services }) => {
  const file = await readBody(request, workflowFileSchema, "large");
  return toJsonResponse(await services.workflows.import(user.id, file), 201);
});
