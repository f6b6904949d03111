import { toJsonResponse } from "@/lib/http/api-headers";
import { readQuery } from "@/lib/http/read-body";
import { serve } from "@/lib/http/serve";
import {
  conversationsQuerySchema,
  messagesQuerySchema,
  patchConversationSchema,
  searchQuerySchema,
} from "@/lib/protocol/conversations";
import * as api from "./api";

export const listConversations = serve(api.listConversations)(async ({
  request,
  user,
  services: { runs },
}) => {
  if (!new URL(request.url).searchParams.has("q"))
    return runs.listConversations(user.id, readQuery(request, conversationsQuerySchema));
  return toJsonResponse(await runs.searchConversations(user.id, readQuery(request, searchQuerySchema)));
});
export const readConversation = serve(api.readConversation, { query: messagesQuerySchema })(
  ({ user, services, params, query }) => services.runs.readConversation(user.id, params.id, query),
);
export const changeConversation = serve(api.changeConversation, { body: patchConversationSchema })(async ({
  user,
  services,
  params: { id },
  body,
}) => {
  const { title, temporary, visit, leaf, ...filing } = body;
  const place = { userId: user.id, conversationId: id };
  if (temporary === false) await services.temporaryChats.keep(place);
  if (title !== undefined) await services.conversations.rename(user.id, id, title);
  if (leaf !== undefined) await services.conversations.show(user.id, id, leaf);
  if (Object.values(filing).some((value) => value !== undefined))
    await services.conversations.file(user.id, id, filing);
  if (visit !== undefined) await services.temporaryChats.note(place, visit);
});
export const deleteConversation = serve(api.deleteConversation)(({ user, services, params }) =>
  services.runs.deleteConversation(user.id, params.id),
);
