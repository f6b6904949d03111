import type { ProviderRegistry } from "@/lib/admin/providers";
import type { Breakers } from "@/lib/breakers/breakers";
import type { Env } from "@/lib/env";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { createPictureProxy } from "@/lib/net/picture-proxy";
import { createPageReader } from "@/lib/net/read-page";
import { createRenderer } from "@/lib/net/render-page";
import { createRobotsCheck } from "@/lib/net/robots";
import { toUserAgent } from "@/lib/net/user-agent";
import { isAppError } from "@/lib/errors";
import { pay } from "@/lib/money/purse";
import type { AgentSettings } from "@/lib/protocol/settings";
import { readerPriceName } from "@/lib/protocol/settings-fields";
import { pickEngines } from "@/lib/search/catalog";
import type { EngineChoice, SearchEngine, SearchQuery } from "@/lib/search/engine";
import { createSearch, type SearchAnswer } from "@/lib/search/search";
import type { ReadPage } from "@/lib/tools/web-fetch/web-fetch";

export type WebDeps = {
  providers: ProviderRegistry;
  breakers: Breakers;
  /** Those in force. */
  settings: { get: () => Promise<{ settings: AgentSettings }> };
  now: () => number;
};

/** Search and reading. What the environment names is trusted; every other address passes the guard. */
export function createWeb(env: Env, { providers, breakers, settings, now }: WebDeps) {
  const search = createSearch({ breakers, now });
  const read = createReader(env, now);
  return {
    search: {
      async search(query: SearchQuery, choice?: EngineChoice) {
        const { prices } = (await settings.get()).settings;
        const engines = pickEngines(providers.engines(), choice).map((engine) => withPrice(engine, prices));
        return paySearch(engines, (payable) => search(query, payable, choice));
      },
    },
    async readPage(url: string, { signal }: { signal: AbortSignal }) {
      const { settings: inForce } = await settings.get();
      return payReading(inForce, env.READER_BASE_URL !== undefined, (allowed) =>
        read(url, { settings: allowed, signal }),
      );
    },
  };
}

function withPrice(engine: SearchEngine, prices: AgentSettings["prices"]): SearchEngine {
  const perSearch = prices[engine.id]?.perSearch;
  return perSearch === undefined ? engine : { ...engine, costMicroUsd: toMicroUsd(perSearch) };
}

/** An engine may be asked so often for one search, in other words each time. */
const mostRounds = 3;

/** Asks those engines only that can be paid, the others where none of them can is a failure. Throws what the search throws, and `quota_exhausted`. */
async function paySearch(
  engines: readonly SearchEngine[],
  search: (payable: readonly SearchEngine[]) => Promise<SearchAnswer>,
): Promise<SearchAnswer> {
  const most = engines.reduce((sum, { costMicroUsd = 0 }) => sum + costMicroUsd * mostRounds, 0);
  try {
    return await pay(
      most,
      () => search(engines),
      ({ costMicroUsd }) => costMicroUsd,
    );
  } catch (error) {
    const free = engines.filter(({ costMicroUsd = 0 }) => costMicroUsd === 0);
    if (!isAppError(error) || error.code !== "quota_exhausted" || free.length === 0) throw error;
    return search(free);
  }
}

/** Where the reader service cannot be paid the page is read without it. */
async function payReading(
  settings: AgentSettings,
  hasReader: boolean,
  read: (settings: AgentSettings) => Promise<ReadPageResult>,
): Promise<ReadPageResult & { costMicroUsd: number }> {
  const price = toMicroUsd(settings.prices[readerPriceName]?.perPage ?? 0);
  const isRefused = settings.unknownPrices === "refuse" && settings.prices[readerPriceName] === undefined;
  if (hasReader && isRefused)
    return { ...(await read({ ...settings, readerEnabled: false })), costMicroUsd: 0 };
  const toCost = (page: ReadPageResult): number => (page.route === "reader" ? price : 0);
  const page = await pay(hasReader && settings.readerEnabled ? price : 0, () => read(settings), toCost).catch(
    (error: unknown) => {
      if (!isAppError(error) || error.code !== "quota_exhausted") throw error;
      return read({ ...settings, readerEnabled: false });
    },
  );
  return { ...page, costMicroUsd: toCost(page) };
}

type ReadPageResult = Awaited<ReturnType<ReadPage>>;

const toMicroUsd = (dollars: number): number => Math.ceil(dollars * 1_000_000);

/** Pictures of other sites that a person wants to see. */
export function createPictures(env: Env) {
  return createPictureProxy(
    createGuardedFetch({
      allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
      userAgent: toUserAgent(env.WEB_CONTACT ?? env.AUTH_URL),
    }),
  );
}

function createReader(env: Env, now: () => number) {
  const { BROWSER_PATH, READER_BASE_URL, ARCHIVE_BASE_URL } = env;
  const userAgent = toUserAgent(env.WEB_CONTACT ?? env.AUTH_URL);
  // Only root may not use Chromium's sandbox.
  const isRoot = process.getuid?.() === 0;
  return createPageReader({
    allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
    readerBaseUrl: READER_BASE_URL,
    archiveBaseUrl: ARCHIVE_BASE_URL,
    userAgent,
    checkRobots: createRobotsCheck({ now }),
    renderer:
      BROWSER_PATH === undefined ? null : createRenderer({ executablePath: BROWSER_PATH, userAgent, isRoot }),
    now,
  });
}
