import { z } from "zod";
import { AppError } from "@/lib/errors";
import { maxFolders, type Folder, type FolderPatch, type NewFolder } from "./shape";
import type { Store } from "@/lib/store/store";
import { withoutUndefined } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";

/** A person's folders, by name. A conversation names its folder; deleting that leaves it without one. */
export function createFolders(store: Store, now: () => number) {
  const folders = createRecords(store, {
    noun: "folder",
    collection: paths.folders,
    schema: z.object({
      name: z.string(),
      instructions: z.string(),
      collections: z.array(z.string()),
      createdAt: z.number(),
    }),
    most: maxFolders,
    tooMany: () => new AppError("quota_exhausted", `A person can have ${maxFolders} folders.`),
    order: (a, b) => a.name.localeCompare(b.name),
  });
  return {
    ...folders,
    create: (userId: string, id: string, folder: NewFolder): Promise<Folder> =>
      folders.create(userId, { ...folder, id, createdAt: now() }),
    change: (userId: string, id: string, patch: FolderPatch): Promise<Folder> =>
      folders.change(userId, id, (before) => ({ ...before, ...withoutUndefined(patch) })),
  };
}
