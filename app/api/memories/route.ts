import { AppError } from "@/lib/errors";
import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { addMemorySchema } from "@/lib/protocol/memories";

/** What is remembered about the person, and what was. */
export const GET = withUser(async ({ user, services }) => toJsonResponse(await services.memory.list(user.id)));

export const POST = withUser(async ({ request, user, services }) => {
  const fact = await readBody(request, addMemorySchema);
  const { saved, skipped } = await services.memory.add(user.id, [fact], null);
  const [kept] = saved;
  if (kept === undefined) throw new AppError("invalid_request", `This is not kept: ${skipped[0]?.why ?? "it says nothing"}.`);
  return toJsonResponse(kept, 201);
});

export const DELETE = withUser(async ({ user, services }) => {
  await services.memory.clear(user.id);
  return toEmptyResponse();
});
