import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { answerWithStream } from "@/lib/http/stream-response";
import { withUser } from "@/lib/http/with-user";
import { chatRequestSchema } from "@/lib/protocol/chat-request";

export const maxDuration = 800;

/** Saves the person's message and answers with the reply as it is made, or whole with `stream: false`. */
export const POST = withUser(async ({ request, user, services }) => {
  const body = await readBody(request, chatRequestSchema);
  // The reply goes on when nobody reads it any more, also one that was only taken over here.
  keepAlive(() => services.runs.untilIdle(user.id, body.id).then(services.settleBackground));
  const start = () => services.runs.start(user.id, body);
  if (body.options.stream === false)
    return toJsonResponse({ id: body.id, message: await (await start()).reply });
  return answerWithStream(services.limits.openStream(user.id), async (onClose) =>
    (await start()).stream(onClose),
  );
});
