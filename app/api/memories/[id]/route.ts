import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput, readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { forgetMemorySchema, forgottenFactSchema, patchMemorySchema } from "@/lib/protocol/memories";

type Params = { id: string };

export const PATCH = withUser<Params>(async ({ request, params, user, services }) => {
  const change = await readBody(request, patchMemorySchema);
  return toJsonResponse(await services.memory.patch(user.id, params.id, change));
});

/** Answers with what was forgotten, so that `PUT` can put it back. */
export const DELETE = withUser<Params>(async ({ request, params, user, services }) => {
  const { undo } = parseInput(forgetMemorySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.memory.remove(user.id, params.id, undo === "true"));
});

export const PUT = withUser<Params>(async ({ request, params, user, services }) => {
  const forgotten = await readBody(request, forgottenFactSchema, "texts");
  return toJsonResponse(await services.memory.restore(user.id, { ...forgotten, id: params.id }));
});
