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
    const { file } = (await loadMessages(findLocale(request.headers))).evidence;
    const { text, ...about } = await services.evidence.exportAnswer(user.id, params.id, params.messageId, {
      format,
      words: file,
    });
    return toDownloadResponse(give(text), about);
  },
);

async function* give(text: string): AsyncGenerator<string> {
  yield text;
}
