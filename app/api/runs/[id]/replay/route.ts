import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { replayRequestSchema, type BranchReply } from "@/lib/protocol/traces";

export const maxDuration = 300;

/**
 * Makes one of the person's runs again from what was recorded of it, with nothing outside called; or, when it
 * is asked for, from one of its calls on with the model itself, which gives another run.
 */
export const POST = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const asked = await readBody(request, replayRequestSchema);
  const record = await services.runs.getRecord(user.id, params.id);
  const trace = await services.traces.read(user.id, record, false);
  if (Object.keys(asked).length === 0)
    return toJsonResponse(await services.runs.replay(user.id, record, trace));
  const { id } = await services.runs.branch(user.id, record, trace, asked);
  return toJsonResponse({ runId: id } satisfies BranchReply);
});
