import { endpoint } from "@/lib/protocol/endpoint";
import type { Folder, FolderPatch, FoldersReply, NewFolder } from "./shape";

export const listFolders = endpoint<FoldersReply>()("GET /api/folders");
export const createFolder = endpoint<Folder, Partial<NewFolder> & { name: string }>()("POST /api/folders");
export const changeFolder = endpoint<Folder, FolderPatch>()("PATCH /api/folders/[id]");
/** Its conversations stay, in no folder. */
export const deleteFolder = endpoint()("DELETE /api/folders/[id]");
