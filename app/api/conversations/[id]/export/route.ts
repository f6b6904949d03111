import { findLocale } from "@/i18n/find-locale";
import { loadMessages } from "@/i18n/load-messages";
import { toDownloadResponse } from "@/lib/http/download-response";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { conversationExportSchema } from "@/lib/protocol/snapshots";

/** A conversation as a file. */
export const GET = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const query = parseInput(conversationExportSchema, asked);
  const language = findLocale(request.headers);
  const { file, seal, verdict: legend } = (await loadMessages(language)).evidence;
  const words = { language, seal, legend, you: file.you, sextant: "Sextant", sources: file.sources };
  const { content, ...about } = await services.sharing.export(user.id, params.id, { ...query, words });
  return toDownloadResponse(give(content), about);
});

async function* give(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content;
}
