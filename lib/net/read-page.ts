import { AppError } from "@/lib/errors";
import type { DocumentKind, ReadRoute } from "@/lib/features/evidence/shape/evidence";
import { judgeUrl } from "./judge-url";
import { readByRoutes, type ReadAttempt } from "./read-chain";
import { createRoutes, type RoutesConfig, type RoutesParts } from "./read-routes";
import { toSettingsKey, type ReadSettings } from "./read-settings";
import { createSharedCache } from "./shared-cache";

export type WebPage = {
  /** Where the page was found, after redirects. */
  url: string;
  title: string;
  site: string;
  description?: string;
  publishedAt?: string;
  /** Earlier than the call when it was read before. */
  retrievedAt: string;
  /** When the archive made its copy, from there. */
  archivedAt?: string;
  language?: string;
  /** Of the picture that it declares for its site. */
  iconUrl?: string;
  documentKind: DocumentKind;
  route: ReadRoute;
  /** The routes that did not give the page, and why. */
  attempts: ReadAttempt[];
  /** The whole clean text. */
  markdown: string;
  truncated: boolean;
  isFromCache: boolean;
};

export type PageReaderDeps = RoutesConfig & RoutesParts & { /** In ms. */ now: () => number };
export type ReadPage = (
  url: string,
  options: { settings: ReadSettings; signal: AbortSignal; owner?: string },
) => Promise<WebPage>;

const cacheBytes = 64 * 1024 * 1024;
const minute = 60_000;

/**
 * Reads pages as clean Markdown, from what was read lately, themselves, or by the routes that are set up.
 * What is asked for at the same time is read once. Throws what the fetch and the document's reader throw.
 */
export function createPageReader(deps: PageReaderDeps): ReadPage {
  const cache = createSharedCache<Omit<WebPage, "isFromCache">>({ maxBytes: cacheBytes, now: deps.now });

  async function load(url: string, settings: ReadSettings, owner: string | undefined, signal: AbortSignal) {
    const answer = await readByRoutes(url, createRoutes(url, deps, { ...deps, owner }, settings), {
      signal,
      now: deps.now,
    });
    const { kind, isCut, isThin: _isThin, isPrivate, ...about } = answer;
    const page = {
      ...about,
      documentKind: kind,
      retrievedAt: new Date(deps.now()).toISOString(),
      truncated: isCut,
    };
    // Two bytes a character, and something for the rest.
    return {
      value: page,
      bytes: 2_000 + page.markdown.length * 2,
      keepMs: isPrivate ? 0 : settings.pageCacheMinutes * minute,
    };
  }

  return async (url, { settings, signal, owner }) => {
    const judged = judgeUrl(url, { ports: settings.fetchPorts, allowedHosts: deps.allowedHosts ?? [] });
    // Before the cache: what may not be read any more is not given from it either.
    if (!judged.allowed)
      throw new AppError(
        "address_refused",
        `${URL.parse(url)?.host || "This address"} was not read: the address ${judged.reason}.`,
      );
    const address = withoutFragment(judged.url);
    const key = `${settings.pageCacheMinutes} ${toSettingsKey(settings)} ${address}`;
    const { value, isKept } = await cache.get(
      key,
      (ending) => load(address, settings, owner, ending),
      signal,
    );
    return { ...value, isFromCache: isKept };
  };
}

function withoutFragment(url: URL): string {
  const bare = new URL(url);
  bare.hash = "";
  return bare.href;
}
