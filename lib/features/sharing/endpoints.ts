import { findLocale } from "@/i18n/find-locale";
import { loadMessages } from "@/i18n/load-messages";
import { toDownloadResponse } from "@/lib/http/download-response";
import { serve } from "@/lib/http/serve";
import { conversationExportSchema, sharesQuerySchema } from "./shape";
import * as api from "./api";

export const readShare = serve(api.readShare)(({ user, services, params }) =>
  services.sharing.find(user.id, params.id),
);
export const shareConversation = serve(api.shareConversation)(({ user, services, params }) =>
  services.sharing.share(user.id, params.id),
);
export const revokeShare = serve(api.revokeShare)(({ user, services, params }) =>
  services.sharing.revoke(user.id, params.id),
);
export const exportConversation = serve(api.exportConversation, { query: conversationExportSchema })(async ({
  request,
  user,
  services,
  params,
  query,
}) => {
  const language = findLocale(request.headers);
  const { file, seal, verdict: legend } = (await loadMessages(language)).evidence;
  const words = { language, seal, legend, you: file.you, sextant: "Sextant", sources: file.sources };
  const { content, ...about } = await services.sharing.export(user.id, params.id, { ...query, words });
  return toDownloadResponse([content].values(), about);
});
export const listShares = serve(api.listShares, { roles: ["admin"], query: sharesQuerySchema })(
  ({ services, query }) => services.sharing.listAll(query),
);
export const endShare = serve(api.endShare, { roles: ["admin"] })(({ user, services, params }) =>
  services.sharing.endAny(user.id, params.id),
);
