import { toEmptyResponse } from "@/lib/http/api-headers";
import { readPart } from "@/lib/http/read-upload";
import { withUser } from "@/lib/http/with-user";

/** A part of a file by its number, counted from 1. It may be sent again. */
export const PUT = withUser<{ id: string; part: string }>(async ({ request, params, user, services }) => {
  const bytes = await readPart(request);
  await services.library.putPart(user.id, params.id, Number(params.part), bytes);
  return toEmptyResponse();
});
