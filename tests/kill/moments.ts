import { askUntil } from "./ask";
import { cutRuns, type CutResult } from "./cut-runs";
import type { Place, PlaceOptions } from "./places";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { toRunQuestion } from "@/tests/support/wire/two-step-run";
import { startPageServer } from "@/tests/support/page-server";

type OpenPlace = (options: PlaceOptions) => Promise<Place>;
const words = { holdAfter: null, first: "plain", again: "other" } as const;

/**
 * Killed as soon as the question is acknowledged, before any event can be stored; and the moment the reply's
 * end is told.
 */
export function cutAtTheEnds(openPlace: OpenPlace): Promise<CutResult[]> {
  return cutRuns(
    [
      {
        ...words,
        name: "at-the-end",
        keptSteps: 2,
        ask: (url, name) => askUntil(url, name, (chunks) => chunks.at(-1)?.type === "finish"),
      },
      {
        ...words,
        name: "at-the-beginning",
        holdAfter: 0,
        ask: (url, name) => askUntil(url, name, () => true),
      },
    ],
    openPlace,
  );
}

/**
 * Killed while a tool waits for a page that does not come, when the call beside it has saved a fact already.
 */
export async function cutDuringTools(openPlace: OpenPlace): Promise<CutResult[]> {
  const isAsked = Promise.withResolvers<void>();
  const pages = await startPageServer({
    "/units": (_request, response) => {
      isAsked.resolve();
      // The one that waits is gone with its server.
      if (pages.requests.length > 1) response.writeHead(200, { "content-type": "text/html" }).end(page);
    },
  });
  const hasSaved = async (url: string, name: string) => {
    const hasResult = (chunks: readonly ChatChunk[]) =>
      chunks.some(({ type }) => type === "tool-output-available");
    await askUntil(url, name, hasResult, toRunQuestion(name, `${pages.url}/units`));
    await isAsked.promise;
  };
  try {
    const cut = { ...words, name: "during-tools", pageUrl: `${pages.url}/units`, ask: hasSaved };
    return await cutRuns([cut], (options) =>
      openPlace({ ...options, env: { WEB_FETCH_ALLOWED_HOSTS: new URL(pages.url).host } }),
    );
  } finally {
    await pages.close();
  }
}

const page = `<html><head><title>Units</title></head><body><article><h1>Metric units</h1><p>${"The metre is the metric unit of length, and the litre is one of volume. ".repeat(8)}</p></article></body></html>`;
