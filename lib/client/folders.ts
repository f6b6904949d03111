import type { Folder, FolderPatch, FoldersReply, NewFolder } from "@/lib/protocol/folders";
import { request, requestRemoval } from "./request";

const toPath = (id: string): string => `/api/folders/${encodeURIComponent(id)}`;

export const folderApi = {
  list: () => request<FoldersReply>("/api/folders"),
  create: (body: Partial<NewFolder> & { name: string }) =>
    request<Folder>("/api/folders", { method: "POST", body }),
  change: (id: string, body: FolderPatch) => request<Folder>(toPath(id), { method: "PATCH", body }),
  remove: (id: string) => requestRemoval(toPath(id)),
};
