import { toEmptyResponse } from "@/lib/http/api-headers";
import { toStreamResponse } from "@/lib/http/stream-response";
import { withUser } from "@/lib/http/with-user";

export const maxDuration = 800;

/** Joins the running reply from its first event; 204 when nothing runs. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) => {
  const stream = await services.runs.follow(user.id, params.id);
  return stream === null ? toEmptyResponse() : toStreamResponse(stream);
});
