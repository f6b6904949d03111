import { z } from "zod";
import { idSchema } from "@/lib/protocol/ids";
import { settingsPatchSchema, type SettingsPatch } from "@/lib/protocol/settings";

export const maxDrafts = 50;
export const maxDraftName = 80;

const draftFields = {
  name: z.string().trim().min(1).max(maxDraftName),
  /** The version of the settings that `patch` changes. */
  base: z.int().min(0),
  patch: settingsPatchSchema.refine((patch) => Object.keys(patch).length > 0, "change something"),
};

/** `POST /api/admin/settings/drafts` */
export const newDraftSchema = z.strictObject(draftFields);
export type NewDraft = z.output<typeof newDraftSchema>;

/** `PUT /api/admin/settings/drafts/{id}`: `version` is the draft's own that it replaces. */
export const draftChangeSchema = z.strictObject({ ...draftFields, version: z.int().min(1) });
export type DraftChange = z.output<typeof draftChangeSchema>;

/** Which draft, as it stood then. */
export const draftRefSchema = z.object({ id: idSchema, version: z.int().min(1) });
export type DraftRef = z.output<typeof draftRefSchema>;

/** Changes of the settings that are not published. */
export type SettingsDraft = NewDraft & {
  id: string;
  version: number;
  /** What the changed fields were in version `base`. */
  from: SettingsPatch;
  /** Names of changed fields that no longer exist or no longer fit. */
  dropped: string[];
  author: string;
  createdAt: number;
  updatedBy: string;
  updatedAt: number;
};

/** `GET /api/admin/settings/drafts`, the newest first. */
export type DraftsReply = { drafts: SettingsDraft[] };
