import { z } from "zod";
import { AppError } from "@/lib/errors";
import { maxFolders, type Folder, type FolderPatch, type NewFolder } from "@/lib/protocol/folders";
import type { DocumentData, Store } from "@/lib/store/store";
import { toData } from "./json";
import { paths } from "./paths";

const folderRecordSchema = z.object({
  name: z.string(),
  instructions: z.string(),
  collections: z.array(z.string()),
  createdAt: z.number(),
});

const toFolder = (id: string, data: DocumentData): Folder => ({ id, ...folderRecordSchema.parse(data) });

/** A person's folders. A conversation names its folder; one that is deleted leaves them without any. */
export function createFolders(store: Store, now: () => number) {
  const get = async (userId: string, id: string): Promise<Folder> => {
    const found = await store.find(paths.folder(userId, id));
    if (found === null) throw new AppError("not_found", "This folder does not exist.");
    return toFolder(id, found.data);
  };
  /** By name. */
  const list = async (userId: string): Promise<Folder[]> => {
    const { documents } = await store.list({ collection: paths.folders(userId), limit: maxFolders });
    const folders = documents.map(({ id, data }) => toFolder(id, data));
    return folders.sort((a, b) => a.name.localeCompare(b.name));
  };
  return {
    get,
    list,
    async find(userId: string, id: string): Promise<Folder | null> {
      const found = await store.find(paths.folder(userId, id));
      return found === null ? null : toFolder(id, found.data);
    },
    /** Throws `quota_exhausted` with the hundredth. */
    async create(userId: string, id: string, folder: NewFolder): Promise<Folder> {
      if ((await list(userId)).length >= maxFolders)
        throw new AppError("quota_exhausted", `A person can have ${maxFolders} folders.`);
      const created = { ...folder, createdAt: now() };
      await store.create(paths.folder(userId, id), toData(created));
      return { id, ...created };
    },
    async change(userId: string, id: string, patch: FolderPatch): Promise<Folder> {
      const before = await get(userId, id);
      const given = Object.fromEntries(
        Object.entries(patch).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      );
      await store.update(paths.folder(userId, id), given);
      return { ...before, ...given };
    },
    async delete(userId: string, id: string): Promise<void> {
      await get(userId, id);
      await store.delete(paths.folder(userId, id));
    },
  };
}
export type Folders = ReturnType<typeof createFolders>;
