import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { parseInput, readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { addMemorySchema, clearMemorySchema, switchMemorySchema } from "@/lib/protocol/memories";

/** What is remembered about the person, and what was. */
export const GET = withUser(async ({ user, services }) => toJsonResponse(await services.readMemory(user.id)));

export const POST = withUser(async ({ request, user, services }) => {
  const fact = await readBody(request, addMemorySchema);
  return toJsonResponse(await services.memory.addByHand(user.id, fact), 201);
});

export const PATCH = withUser(async ({ request, user, services }) => {
  const { isOff } = await readBody(request, switchMemorySchema);
  await services.memory.setOff(user.id, isOff);
  return toEmptyResponse();
});

export const DELETE = withUser(async ({ request, user, services }) => {
  const { part, note } = parseInput(clearMemorySchema, Object.fromEntries(new URL(request.url).searchParams));
  if (note === undefined) await services.memory.clear(user.id, part);
  else await services.memory.removeNote(user.id, note);
  return toEmptyResponse();
});
