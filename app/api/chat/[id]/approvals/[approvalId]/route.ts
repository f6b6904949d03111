import { toEmptyResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { approvalAnswerSchema } from "@/lib/protocol/approvals";

export const maxDuration = 300;

/** The person's answer to a call that waits; with the last one the reply goes on, after this answer. */
export const POST = withUser<{ id: string; approvalId: string }>(
  async ({ request, params, user, services }) => {
    const answer = await readBody(request, approvalAnswerSchema, "texts");
    const place = { userId: user.id, conversationId: params.id, approvalId: params.approvalId };
    const resumed = await services.runs.answerApproval(place, answer);
    if (resumed !== null) keepAlive(() => resumed.reply.then(services.settleBackground));
    return toEmptyResponse();
  },
);
