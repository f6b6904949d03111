import { findLocale } from "@/i18n/find-locale";
import { loadMessages } from "@/i18n/load-messages";
import { toDownloadResponse } from "@/lib/http/download-response";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { conversationExportSchema } from "@/lib/protocol/snapshots";

/** A conversation as a file, or with `inline` as a page that can be printed. */
export const GET = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const { inline, ...query } = parseInput(conversationExportSchema, asked);
  const language = findLocale(request.headers);
  const { file, seal, verdict: legend } = (await loadMessages(language)).evidence;
  const words = { language, seal, legend, you: file.you, sextant: "Sextant", sources: file.sources };
  const { text, ...about } = await services.sharing.export(user.id, params.id, { ...query, words });
  const response = toDownloadResponse(give(text), about);
  if (inline && query.format === "html") {
    response.headers.set("content-disposition", "inline");
    response.headers.set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  }
  return response;
});

async function* give(text: string): AsyncGenerator<string> {
  yield text;
}
