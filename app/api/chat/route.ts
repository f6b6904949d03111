import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readChatBody } from "@/lib/http/read-chat-body";
import { toShownMessage } from "@/lib/protocol/shown-message";
import { answerWithStream } from "@/lib/http/stream-response";
import { withUser } from "@/lib/http/with-user";

export const maxDuration = 300;

/** Saves the person's message and answers with the reply as it is made, or whole with `stream: false`. */
export const POST = withUser(async ({ request, user, services }) => {
  const body = await readChatBody(request, services.mode.maxRequestBytes);
  // The reply goes on when nobody reads it any more, also one that was only taken over here.
  keepAlive(() => services.runs.untilIdle(user.id, body.id).then(services.settleBackground));
  const start = () =>
    body.trigger === "answer-approvals"
      ? services.runs.answerAll(user.id, body)
      : services.runs.start(user.id, body);
  if (body.options.stream === false)
    return toJsonResponse({ id: body.id, message: toShownMessage(await (await start()).reply) });
  return answerWithStream(services.limits.openStream(user.id), async (onClose) =>
    (await start()).stream(onClose),
  );
});
