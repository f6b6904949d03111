import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { withUser } from "@/lib/http/with-user";
import { toFileReply } from "@/lib/protocol/documents";

export const maxDuration = 300;

/** Joins the parts. May be asked again when the answer was lost. */
export const POST = withUser<{ id: string }>(async ({ params, user, services }) => {
  const { document, reading } = await services.library.completeUpload(user.id, params.id);
  keepAlive(() => reading);
  return toJsonResponse(toFileReply(document), 201);
});
