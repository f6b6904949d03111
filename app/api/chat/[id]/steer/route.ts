import { toEmptyResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { steerRequestSchema } from "@/lib/protocol/chat-request";

/** Words for the running reply, which it reads before its next step. */
export const POST = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const { message } = await readBody(request, steerRequestSchema, "texts");
  services.limits.take("steering", user.id);
  await services.runs.steer(user.id, params.id, message);
  return toEmptyResponse();
});
