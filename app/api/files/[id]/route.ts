import { AppError } from "@/lib/errors";
import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { toFileResponse } from "@/lib/http/file-response";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { documentPatchSchema, toFileReply } from "@/lib/protocol/documents";

type Params = { id: string };

export const maxDuration = 300;

/** A picture may be shown and saved, a document saved, none of them run. */
export const GET = withUser<Params>(async ({ params, user, services: { files, library } }) => {
  const file = (await files.find(user.id, params.id)) ?? (await library.findFile(user.id, params.id));
  if (file === null) throw new AppError("not_found", "This file does not exist.");
  return toFileResponse(file);
});

/** What the person says of a file; a password opens it for one reading. */
export const PATCH = withUser<Params>(async ({ request, params, user, services: { library } }) => {
  const change = await readBody(request, documentPatchSchema);
  const { document, reading } = await library.change(user.id, params.id, change);
  keepAlive(() => reading);
  return toJsonResponse(toFileReply(document));
});

export const DELETE = withUser<Params>(async ({ params, user, services: { files, library } }) => {
  const isPicture = await files.has(user.id, params.id);
  await (isPicture ? files.delete(user.id, params.id) : library.delete(user.id, params.id));
  return toEmptyResponse();
});
