import { z } from "zod";
import { idSchema } from "@/lib/protocol/ids";

export const maxFolderNameCharacters = 120;
/** Of a person's, or a folder's, instructions. */
export const maxInstructionsCharacters = 4_000;
export const maxFolders = 100;

const fields = {
  name: z.string().trim().min(1).max(maxFolderNameCharacters),
  /** What every answer in it keeps to, beside the person's own instructions. */
  instructions: z.string().trim().max(maxInstructionsCharacters),
  /** Collections that are searched where a question names none. */
  collections: z.array(idSchema).max(20),
};

export const newFolderSchema = z.strictObject({
  name: fields.name,
  instructions: fields.instructions.default(""),
  collections: fields.collections.default([]),
});
export type NewFolder = z.output<typeof newFolderSchema>;

export const patchFolderSchema = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "say what to change");
export type FolderPatch = z.output<typeof patchFolderSchema>;

export type Folder = NewFolder & { id: string; createdAt: number };
export type FoldersReply = { folders: Folder[] };
