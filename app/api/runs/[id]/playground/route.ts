import { toLinesResponse } from "@/lib/http/lines-response";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { playgroundRequestSchema, type PlaygroundEvent } from "@/lib/protocol/playground";

export const maxDuration = 300;

/** Makes one call of a model with messages that the person edited; its answer is streamed and not kept. */
export const POST = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const asked = await readBody(request, playgroundRequestSchema, "large");
  const record = await services.runs.getRecord(user.id, params.id);
  const trace = await services.traces.read(user.id, record, false);
  services.limits.take("playground", user.id);
  const run = await services.runs.openCall(user.id, trace, asked);
  return toLinesResponse<PlaygroundEvent>(run);
});
