import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { collectionPatchSchema } from "@/lib/protocol/documents";

type Params = { id: string };

export const maxDuration = 300;

export const GET = withUser<Params>(async ({ params, user, services }) =>
  toJsonResponse(await services.library.getCollection(user.id, params.id)),
);

export const PATCH = withUser<Params>(
  async ({ request, params, user, services }) => {
    const change = await readBody(request, collectionPatchSchema);
    return toJsonResponse(await services.library.changeCollection(user, params.id, change));
  },
  // Whoever shares must be an administrator now.
  { isFresh: true },
);

export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  const { clearing } = await services.library.deleteCollection(user.id, params.id);
  keepAlive(() => clearing);
  return toEmptyResponse();
});
