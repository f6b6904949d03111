import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { playgroundRequestSchema } from "@/lib/protocol/playground";

/** What such a call may take at most; nothing is asked of a model. */
export const POST = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const asked = await readBody(request, playgroundRequestSchema, "large");
  const record = await services.runs.getRecord(user.id, params.id);
  const trace = await services.traces.read(user.id, record, false);
  return toJsonResponse(await services.runs.estimateCall(trace, asked));
});
