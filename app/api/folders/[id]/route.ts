import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { patchFolderSchema } from "@/lib/protocol/folders";

type Params = { id: string };

export const PATCH = withUser<Params>(async ({ request, params, user, services }) => {
  const patch = await readBody(request, patchFolderSchema);
  return toJsonResponse(await services.folders.change(user.id, params.id, patch));
});

/** Its conversations stay, in no folder. */
export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.folders.delete(user.id, params.id);
  return toEmptyResponse();
});
