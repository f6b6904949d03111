import { findLocale } from "@/i18n/find-locale";
import { loadMessages } from "@/i18n/load-messages";
import { toDownloadResponse } from "@/lib/http/download-response";
import { serve } from "@/lib/http/serve";
import { exportQuerySchema } from "@/lib/features/evidence/shape/evidence";
import * as api from "./api";

export const readEvidence = serve(api.readEvidence)(({ user, services, params }) =>
  services.evidence.read(user.id, params.id, params.evidenceId),
);
export const readAnswerClaims = serve(api.readAnswerClaims)(({ user, services, params }) =>
  services.evidence.readClaims(user.id, params.id, params.messageId),
);
export const exportAnswer = serve(api.exportAnswer, { query: exportQuerySchema })(async ({
  request,
  user,
  services,
  params: { id, messageId },
  query: { format },
}) => {
  const language = findLocale(request.headers);
  const { file, seal, verdict: legend } = (await loadMessages(language)).evidence;
  const words = { ...file, language, seal, legend };
  const { content, ...about } = await services.evidence.exportAnswer(user.id, id, messageId, {
    ...{ format, words },
  });
  return toDownloadResponse([content].values(), about);
});
