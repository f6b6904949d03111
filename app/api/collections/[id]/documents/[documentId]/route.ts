import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { documentPatchSchema } from "@/lib/protocol/documents";

type Params = { id: string; documentId: string };

export const maxDuration = 300;

export const GET = withUser<Params>(async ({ params, user, services }) =>
  toJsonResponse(await services.library.getDocument(user.id, params.id, params.documentId)),
);

export const PATCH = withUser<Params>(async ({ request, params, user, services: { library } }) => {
  const change = await readBody(request, documentPatchSchema);
  await library.checkOwn(user.id, params.id, params.documentId);
  const { document, reading } = await library.change(user.id, params.documentId, change);
  keepAlive(() => reading);
  return toJsonResponse(document);
});

export const DELETE = withUser<Params>(async ({ params, user, services: { library } }) => {
  await library.checkOwn(user.id, params.id, params.documentId);
  await library.delete(user.id, params.documentId);
  return toEmptyResponse();
});
