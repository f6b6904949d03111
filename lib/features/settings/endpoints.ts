import { serve } from "@/lib/http/serve";
import { askServerSchema, putServerSchema, removeServerSchema } from "@/lib/protocol/local-server";
import {
  listQuerySchema,
  putKeySchema,
  putSettingsSchema,
  revertSchema,
  testModelSchema,
  versionsQuerySchema,
} from "@/lib/protocol/settings";
import * as api from "./api";
import { draftChangeSchema, draftRefSchema, newDraftSchema } from "./shape";

export const readSettings = serve(api.readSettings, { roles: ["admin"] })(({ services }) =>
  services.readSettings(),
);
export const saveSettings = serve(api.saveSettings, {
  roles: ["admin"],
  body: putSettingsSchema.extend({ draft: draftRefSchema.optional() }),
  size: "texts",
})(({ user, services, body }) => services.saveSettings(body.settings, body.version, user, body.draft));
export const listDrafts = serve(api.listDrafts, { roles: ["admin"] })(async ({ services }) => ({
  drafts: await services.listDrafts(),
}));
export const createDraft = serve(api.createDraft, {
  ...{ roles: ["admin"], body: newDraftSchema, size: "texts", status: 201 },
})(({ user, services, body }) => services.createDraft(body, user));
export const changeDraft = serve(api.changeDraft, {
  ...{ roles: ["admin"], body: draftChangeSchema, size: "texts" },
})(({ user, services, params, body }) => services.changeDraft(params.id, body, user));
export const deleteDraft = serve(api.deleteDraft, { roles: ["admin"] })(({ services, params }) =>
  services.deleteDraft(params.id),
);
export const listSettingsVersions = serve(api.listSettingsVersions, {
  roles: ["admin"],
  query: versionsQuerySchema,
})(({ services, query }) => services.listSettingsVersions(query));
export const revertSettings = serve(api.revertSettings, { roles: ["admin"], body: revertSchema })(
  ({ user, services, body }) => services.revertSettings(body, user),
);
export const putKey = serve(api.putKey, { roles: ["admin"], body: putKeySchema })(
  ({ request, user, services, body: { provider, key } }) =>
    services.putProviderKey({ by: user.id, id: provider, key }, request.signal),
);
export const listModels = serve(api.listModels, { roles: ["admin"], query: listQuerySchema })(
  async ({ request, services, query }) => ({
    models: await services.listModels(query.provider, request.signal),
  }),
);
export const testModel = serve(api.testModel, { roles: ["admin"], body: testModelSchema })(
  ({ request, services, body }) => services.testModel(body.model, request.signal),
);
export const findModelServers = serve(api.findModelServers, { roles: ["admin"] })(
  async ({ request, services }) => ({ servers: await services.findLocalServers(request.signal) }),
);
export const askModelServer = serve(api.askModelServer, { roles: ["admin"], body: askServerSchema })(
  ({ request, services, body }) => services.listServer(body, request.signal),
);
export const putModelServer = serve(api.putModelServer, { roles: ["admin"], body: putServerSchema })(
  ({ request, user, services, body }) => services.putServer(user.id, body, request.signal),
);
export const removeModelServer = serve(api.removeModelServer, {
  roles: ["admin"],
  query: removeServerSchema,
})(({ user, services, query }) => services.removeServer(user.id, query.name));
