import { findLocale } from "@/i18n/find-locale";
import { loadMessages } from "@/i18n/load-messages";
import { toDownloadResponse } from "@/lib/http/download-response";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { exportQuerySchema } from "@/lib/protocol/evidence";

/** An answer with its evidence, as a file. */
export const GET = withUser<{ id: string; messageId: string }>(
  async ({ request, params, user, services }) => {
    const { format } = parseInput(exportQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
    const language = findLocale(request.headers);
    const { file, seal, verdict: legend } = (await loadMessages(language)).evidence;
    const { content, ...about } = await services.evidence.exportAnswer(user.id, params.id, params.messageId, {
      format,
      words: { ...file, language, seal, legend },
    });
    return toDownloadResponse(give(content), about);
  },
);

async function* give(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content;
}
