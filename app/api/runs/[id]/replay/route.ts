import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { replayRequestSchema } from "@/lib/protocol/traces";

/** Makes one of the person's runs again from what was recorded of it; nothing outside is called. */
export const POST = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  await readBody(request, replayRequestSchema);
  const record = await services.runs.getRecord(user.id, params.id);
  const trace = await services.traces.read(user.id, record, false);
  return toJsonResponse(await services.runs.replay(user.id, record, trace));
});
