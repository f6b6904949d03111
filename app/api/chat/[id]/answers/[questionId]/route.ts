import { toEmptyResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { questionAnswerSchema } from "@/lib/protocol/person-questions";

export const maxDuration = 300;

/** The person's answer to a question that the agent asked; the reply goes on, after this answer. */
export const POST = withUser<{ id: string; questionId: string }>(
  async ({ request, params, user, services }) => {
    const { answer } = await readBody(request, questionAnswerSchema);
    const place = { userId: user.id, conversationId: params.id, id: params.questionId };
    const resumed = await services.runs.answerQuestion(place, answer);
    if (resumed !== null) keepAlive(() => resumed.reply.then(services.settleBackground));
    return toEmptyResponse();
  },
);
