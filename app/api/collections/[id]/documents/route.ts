import { toAppError } from "@/lib/errors";
import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { parseInput } from "@/lib/http/read-body";
import { readSentFiles } from "@/lib/http/read-upload";
import { withUser } from "@/lib/http/with-user";
import { documentsQuerySchema, type AddedReply } from "@/lib/protocol/documents";

type Params = { id: string };

export const maxDuration = 300;

export const GET = withUser<Params>(async ({ request, params, user, services }) => {
  const page = parseInput(documentsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.library.listDocuments(user.id, params.id, page));
});

/** Adds files; one whose name is there already replaces that. Fails only when none of them is taken. */
export const POST = withUser<Params>(async ({ request, params, user, services: { library } }) => {
  await library.checkOwn(user.id, params.id);
  const added: AddedReply = { documents: [], refused: [] };
  let failure: unknown = null;
  for (const file of await readSentFiles(request))
    try {
      const { document, reading } = await library.add(user.id, { ...file, collectionId: params.id });
      keepAlive(() => reading);
      added.documents.push(document);
    } catch (error) {
      failure = error;
      const { code, message } = toAppError(error);
      added.refused.push({ name: file.name, code, detail: message });
    }
  if (added.documents.length === 0) throw failure;
  return toJsonResponse(added, 202);
});
