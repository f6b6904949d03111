import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { runWorkflowSchema } from "@/lib/protocol/workflows";

export const maxDuration = 300;

/** Asks it now; the answer is made in the conversation that the reply names. */
export const POST = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const { values } = await readBody(request, runWorkflowSchema, "texts");
  const { conversationId } = await services.workflows.run(user.id, params.id, values);
  keepAlive(() => services.runs.untilIdle(user.id, conversationId).then(services.settleBackground));
  return toJsonResponse({ conversationId }, 201);
});
