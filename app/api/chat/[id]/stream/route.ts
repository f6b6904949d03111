import { keepAlive } from "@/lib/http/keep-alive";
import { parseInput } from "@/lib/http/read-body";
import { answerWithStream } from "@/lib/http/stream-response";
import { withUser } from "@/lib/http/with-user";
import { followQuerySchema } from "@/lib/protocol/chat-request";

export const maxDuration = 300;

/**
 * Joins the running reply from its first event, or behind a place of it; 204 when nothing runs. It ends when
 * the reply waits for the person, unless the reader wants to stay.
 */
export const GET = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const { after, stay } = parseInput(
    followQuerySchema,
    Object.fromEntries(new URL(request.url).searchParams),
  );
  // Whoever reads may make this process take the reply over.
  keepAlive(() => services.runs.untilIdle(user.id, params.id).then(services.settleBackground));
  return answerWithStream(services.limits.openStream(user.id), (onClose) =>
    services.runs.follow(user.id, params.id, { after, onClose, staysWaiting: stay === "true" }),
  );
});
