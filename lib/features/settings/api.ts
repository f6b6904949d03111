import { endpoint } from "@/lib/protocol/endpoint";
import type { DraftChange, DraftRef, DraftsReply, NewDraft, SettingsDraft } from "./shape";
import type { LocalServersReply } from "@/lib/protocol/local-server";
import type {
  ModelListReply,
  ModelTestReply,
  SettingsPatch,
  SettingsReply,
  VersionsReply,
} from "@/lib/protocol/settings";

export const readSettings = endpoint<SettingsReply>()("GET /api/admin/settings");
/** Publishes a change against `version` and deletes its draft; 409 when somebody else did first. */
export const saveSettings = endpoint<
  SettingsReply,
  { version: number; settings: SettingsPatch; draft?: DraftRef | undefined }
>()("PUT /api/admin/settings");
/** Changes that are kept without being published. */
export const listDrafts = endpoint<DraftsReply>()("GET /api/admin/settings/drafts");
export const createDraft = endpoint<SettingsDraft, NewDraft>()("POST /api/admin/settings/drafts");
/** 409 when somebody else kept it first. */
export const changeDraft = endpoint<SettingsDraft, DraftChange>()("PUT /api/admin/settings/drafts/[id]");
export const deleteDraft = endpoint()("DELETE /api/admin/settings/drafts/[id]");
/** What stood after each change, newest first, a page at a time. */
export const listSettingsVersions = endpoint<VersionsReply>()("GET /api/admin/settings/versions");
/** Makes the version `to` the newest, on top of `version`; 409 when somebody else saved first. */
export const revertSettings = endpoint<SettingsReply, { version: number; to: number }>()(
  "POST /api/admin/settings/revert",
);
/** Keeps the key of a provider, tried first, or a search engine, or removes it. It is never given back. */
export const putKey = endpoint<unknown, { provider: string; key: string | null }>()("PUT /api/admin/keys");

/** The models that a provider lists at the moment. */
export const listModels = endpoint<ModelListReply>()("GET /api/admin/models");
/** Tries a model as replies use it and says how it went. */
export const testModel = endpoint<ModelTestReply, { model: string }>()("POST /api/admin/models/test", {
  timeoutMs: 60_000,
});

type ServerEntry = { name: string; address: string; key: string | null };
/** The model servers that are found on this machine; none on a server with accounts, which is not theirs. */
export const findModelServers = endpoint<LocalServersReply>()("GET /api/admin/models/server");
/** Which models the server of an address has. */
export const askModelServer = endpoint<{ models: string[] }, ServerEntry>()("POST /api/admin/models/server");
/** Tries the server once more and lets its model answer from now on. */
export const putModelServer = endpoint<unknown, ServerEntry & { model: string }>()(
  "PUT /api/admin/models/server",
);
export const removeModelServer = endpoint<unknown>()("DELETE /api/admin/models/server");
