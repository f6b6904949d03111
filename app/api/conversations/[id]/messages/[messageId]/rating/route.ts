import { toEmptyResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { ratingSchema } from "@/lib/protocol/run-record";

type Params = { id: string; messageId: string };

/** What the person thinks of an answer. */
export const PUT = withUser<Params>(async ({ request, params, user, services }) => {
  const rating = await readBody(request, ratingSchema);
  await services.ratings.rate(toPlace(user.id, params), rating);
  return toEmptyResponse();
});

/** Takes it back. */
export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.ratings.rate(toPlace(user.id, params), null);
  return toEmptyResponse();
});

function toPlace(userId: string, { id: conversationId, messageId }: Params) {
  return { userId, conversationId, messageId };
}
