import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { patchMemorySchema } from "@/lib/protocol/memories";

type Params = { id: string };

export const PATCH = withUser<Params>(async ({ request, params, user, services }) => {
  const change = await readBody(request, patchMemorySchema);
  return toJsonResponse(await services.memory.patch(user.id, params.id, change));
});

export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.memory.remove(user.id, params.id);
  return toEmptyResponse();
});
