import { keepAlive, keepReply } from "@/lib/http/keep-alive";
import { readChatBody } from "@/lib/http/read-chat-body";
import { serve } from "@/lib/http/serve";
import { answerWithStream } from "@/lib/http/stream-response";
import { approvalAnswerSchema } from "@/lib/protocol/approvals";
import { followQuerySchema, steerRequestSchema } from "@/lib/protocol/chat-request";
import { questionAnswerSchema } from "@/lib/protocol/person-questions";
import { toShownMessage } from "@/lib/protocol/shown-message";
import * as api from "./api";

export const startReply = serve(api.startReply)(async ({ request, user, services }) => {
  const { runs } = services;
  const body = await readChatBody(request, services.mode.maxRequestBytes);
  // The reply goes on when nobody reads it any more, also one that was only taken over here.
  keepAlive(() => runs.untilIdle(user.id, body.id).then(services.settleBackground));
  const start = () =>
    body.trigger === "answer-approvals" ? runs.answerAll(user.id, body) : runs.start(user.id, body);
  if (body.options.stream === false)
    return { id: body.id, message: toShownMessage(await (await start()).reply) };
  return answerWithStream(services.limits.openStream(user.id), async (onClose) =>
    (await start()).stream(onClose),
  );
});
export const followReply = serve(api.followReply, { query: followQuerySchema })(({
  user,
  services,
  params,
  query: { after, stay },
}) => {
  // Whoever reads may make this process take the reply over.
  keepAlive(() => services.runs.untilIdle(user.id, params.id).then(services.settleBackground));
  return answerWithStream(services.limits.openStream(user.id), (onClose) =>
    services.runs.follow(user.id, params.id, { after, onClose, staysWaiting: stay === "true" }),
  );
});
export const stopReply = serve(api.stopReply)(({ user, services, params }) =>
  services.runs.stop(user.id, params.id),
);
export const steerReply = serve(api.steerReply, { body: steerRequestSchema, size: "texts" })(({
  user,
  services,
  params,
  body,
}) => {
  services.limits.take("steering", user.id);
  return services.runs.steer(user.id, params.id, body.message);
});
export const takeBackSteer = serve(api.takeBackSteer)(({ user, services, params }) =>
  services.runs.takeBack(user.id, params.id, params.messageId),
);
export const answerApproval = serve(api.answerApproval, { body: approvalAnswerSchema, size: "texts" })(
  async ({ user, services, params: { id, approvalId }, body }) => {
    const place = { userId: user.id, conversationId: id, approvalId };
    keepReply(await services.runs.answerApproval(place, body), services);
  },
);
export const answerQuestion = serve(api.answerQuestion, { body: questionAnswerSchema })(async ({
  user,
  services,
  params,
  body,
}) => {
  const place = { userId: user.id, conversationId: params.id, id: params.questionId };
  keepReply(await services.runs.answerQuestion(place, body.answer), services);
});
