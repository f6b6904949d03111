import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { parseInput, readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { messagesQuerySchema, patchConversationSchema } from "@/lib/protocol/conversations";

type Params = { id: string };

/** A conversation with its newest messages, or older ones before a cursor. */
export const GET = withUser<Params>(async ({ request, params, user, services }) => {
  const query = parseInput(messagesQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.runs.readConversation(user.id, params.id, query));
});

export const PATCH = withUser<Params>(async ({ request, params, user, services }) => {
  const { title, temporary, visit, leaf, ...filing } = await readBody(request, patchConversationSchema);
  const place = { userId: user.id, conversationId: params.id };
  if (temporary === false) await services.temporaryChats.keep(place);
  if (title !== undefined) await services.conversations.rename(user.id, params.id, title);
  if (leaf !== undefined) await services.conversations.show(user.id, params.id, leaf);
  if (Object.values(filing).some((value) => value !== undefined))
    await services.conversations.file(user.id, params.id, filing);
  if (visit !== undefined) await services.temporaryChats.note(place, visit);
  return toEmptyResponse();
});

/** Deletes it with all that hangs on it: messages, evidence, runs, files. */
export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.runs.deleteConversation(user.id, params.id);
  return toEmptyResponse();
});
