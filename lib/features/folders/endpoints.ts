import { randomUUID } from "node:crypto";
import { serve } from "@/lib/http/serve";
import { newFolderSchema, patchFolderSchema } from "./shape";
import * as api from "./api";

export const listFolders = serve(api.listFolders)(async ({ user, services }) => ({
  folders: await services.folders.list(user.id),
}));
export const createFolder = serve(api.createFolder, { body: newFolderSchema, status: 201 })(
  ({ user, services, body }) => services.folders.create(user.id, randomUUID(), body),
);
export const changeFolder = serve(api.changeFolder, { body: patchFolderSchema })(
  ({ user, services, params, body }) => services.folders.change(user.id, params.id, body),
);
export const deleteFolder = serve(api.deleteFolder)(({ user, services, params }) =>
  services.folders.delete(user.id, params.id),
);
