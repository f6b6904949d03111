import type { AskSmall } from "@/lib/protocol/ask";
import { AppError } from "@/lib/errors";
import type { ReadWebPage } from "@/lib/features/web/tools/web-fetch/web-fetch";

/** Reads the texts and failures that it was told, by address; any other address is not found. */
export function createToldReader(pages: Record<string, string | AppError>): ReadWebPage {
  return async (url) => {
    const page = pages[url] ?? new AppError("not_found", "There is no page at this address.");
    if (typeof page !== "string") throw page;
    return {
      ...readNow,
      url,
      title: `Page "${new URL(url).pathname}"`,
      site: new URL(url).host,
      markdown: page,
      truncated: false,
    };
  };
}

/** How a page was read that comes from nowhere. */
export const readNow = {
  retrievedAt: "2026-11-20T12:00:00.000Z",
  route: "direct",
  documentKind: "html",
} as const;

/** No small model is there. */
export const askNobody = async (): Promise<null> => null;
export const askNoModel: AskSmall = async () => ({ answer: null, costMicroUsd: 0 });
