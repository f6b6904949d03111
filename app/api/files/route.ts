import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { readSentFiles } from "@/lib/http/read-upload";
import { withUser } from "@/lib/http/with-user";
import { newUploadSchema, toFileReply } from "@/lib/protocol/documents";

/** A file may be read behind the answer. */
export const maxDuration = 300;

/** Keeps one file for a message; with `?upload=new` it begins one that comes in parts. */
export const POST = withUser(async ({ request, user, services: { library } }) => {
  if (new URL(request.url).searchParams.get("upload") === "new") {
    const { collectionId = null, ...file } = await readBody(request, newUploadSchema);
    return toJsonResponse(await library.beginUpload(user.id, { ...file, collectionId }), 201);
  }
  const [file] = await readSentFiles(request);
  if (file === undefined) throw new Error("A form without a file is refused before.");
  const { document, reading } = await library.add(user.id, { ...file, collectionId: null });
  keepAlive(() => reading);
  return toJsonResponse(toFileReply(document), 201);
});
