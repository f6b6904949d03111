import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { newCollectionSchema } from "@/lib/protocol/documents";

/** The person's own, those that are shared with everybody, the handbook; and the space that is taken. */
export const GET = withUser(async ({ user, services }) =>
  toJsonResponse(await services.library.listCollections(user.id)),
);

export const POST = withUser(async ({ request, user, services }) => {
  const about = await readBody(request, newCollectionSchema);
  return toJsonResponse(await services.library.createCollection(user.id, about), 201);
});
