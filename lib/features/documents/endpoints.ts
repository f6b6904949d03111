import { AppError, toAppError } from "@/lib/errors";
import { toJsonResponse } from "@/lib/http/api-headers";
import { toFileResponse } from "@/lib/http/file-response";
import { keepAlive } from "@/lib/http/keep-alive";
import { readBody } from "@/lib/http/read-body";
import { readPart, readSentFiles } from "@/lib/http/read-upload";
import { serve } from "@/lib/http/serve";
import {
  collectionPatchSchema,
  documentPatchSchema,
  documentSearchSchema,
  documentsQuerySchema,
  newCollectionSchema,
  newUploadSchema,
  toFileReply,
  type AddedReply,
  type DocumentView,
} from "@/lib/features/documents/shape/documents";
import * as api from "./api";

/** It may be read behind the answer. */
function readBehind(taken: { document: DocumentView; reading: Promise<unknown> }): DocumentView {
  keepAlive(() => taken.reading);
  return taken.document;
}

export const listCollections = serve(api.listCollections)(({ user, services }) =>
  services.library.listCollections(user.id),
);
export const createCollection = serve(api.createCollection, { body: newCollectionSchema, status: 201 })(
  ({ user, services, body }) => services.library.createCollection(user.id, body),
);
export const searchDocuments = serve(api.searchDocuments, { body: documentSearchSchema })(
  ({ request, user, services, body }) => services.library.search(user.id, body, request.signal),
);
export const readCollection = serve(api.readCollection)(({ user, services, params }) =>
  services.library.getCollection(user.id, params.id),
);
// Whoever shares must be an administrator now.
export const changeCollection = serve(api.changeCollection, { isFresh: true, body: collectionPatchSchema })(
  ({ user, services, params, body }) => services.library.changeCollection(user, params.id, body),
);
export const deleteCollection = serve(api.deleteCollection)(async ({ user, services, params }) => {
  const { clearing } = await services.library.deleteCollection(user.id, params.id);
  keepAlive(() => clearing);
});
export const listDocuments = serve(api.listDocuments, { query: documentsQuerySchema })(
  ({ user, services, params, query }) => services.library.listDocuments(user.id, params.id, query),
);
export const addDocuments = serve(api.addDocuments, { status: 202 })(async ({
  request,
  user,
  services,
  params,
}) => {
  const { library } = services;
  await library.checkOwn(user.id, params.id);
  const added: AddedReply = { documents: [], refused: [] };
  let failure: unknown = null;
  for (const file of await readSentFiles(request))
    try {
      const taken = await library.add(user.id, { ...file, collectionId: params.id });
      added.documents.push(readBehind(taken));
    } catch (error) {
      failure = error;
      const { code, message } = toAppError(error);
      added.refused.push({ name: file.name, code, detail: message });
    }
  if (added.documents.length === 0) throw failure;
  return added;
});
export const readDocument = serve(api.readDocument)(({ user, services, params }) =>
  services.library.getDocument(user.id, params.id, params.documentId),
);
export const changeDocument = serve(api.changeDocument, { body: documentPatchSchema })(async ({
  user,
  services: { library },
  params,
  body,
}) => {
  await library.checkOwn(user.id, params.id, params.documentId);
  return readBehind(await library.change(user.id, params.documentId, body));
});
export const deleteDocument = serve(api.deleteDocument)(async ({ user, services: { library }, params }) => {
  await library.checkOwn(user.id, params.id, params.documentId);
  await library.delete(user.id, params.documentId);
});
export const addFile = serve(api.addFile, { status: 201 })(async ({ request, user, services }) => {
  const { library } = services;
  if (new URL(request.url).searchParams.get("upload") === "new") {
    const { collectionId = null, ...file } = await readBody(request, newUploadSchema);
    return toJsonResponse(await library.beginUpload(user.id, { ...file, collectionId }), 201);
  }
  const [file] = await readSentFiles(request);
  if (file === undefined) throw new Error("A form without a file is refused before.");
  return toFileReply(readBehind(await library.add(user.id, { ...file, collectionId: null })));
});
export const readFile = serve(api.readFile)(async ({ user, services: { files, library }, params }) => {
  const found = (await files.find(user.id, params.id)) ?? (await library.findFile(user.id, params.id));
  if (found === null) throw new AppError("not_found", "This file does not exist.");
  return toFileResponse(found);
});
export const changeFile = serve(api.changeFile, { body: documentPatchSchema })(
  async ({ user, services: { library }, params, body }) =>
    toFileReply(readBehind(await library.change(user.id, params.id, body))),
);
export const deleteFile = serve(api.deleteFile)(async ({ user, services: { files, library }, params }) => {
  const isPicture = await files.has(user.id, params.id);
  await (isPicture ? files.delete(user.id, params.id) : library.delete(user.id, params.id));
});
export const readFileText = serve(api.readFileText)(async ({ request, user, services, params }) => {
  const { library } = services;
  if (new URL(request.url).searchParams.get("text") !== "none") return library.getText(user.id, params.id);
  return toJsonResponse({ document: await library.getView(user.id, params.id) });
});
export const readUpload = serve(api.readUpload)(({ user, services, params }) =>
  services.library.readUpload(user.id, params.id),
);
export const cancelUpload = serve(api.cancelUpload)(({ user, services, params }) =>
  services.library.cancelUpload(user.id, params.id),
);
export const putPart = serve(api.putPart)(async ({ request, user, services, params }) => {
  const bytes = await readPart(request);
  await services.library.putPart(user.id, params.id, Number(params.part), bytes);
});
export const completeUpload = serve(api.completeUpload, { status: 201 })(async ({ user, services, params }) =>
  toFileReply(readBehind(await services.library.completeUpload(user.id, params.id))),
);
