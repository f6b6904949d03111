import type { ProviderRegistry } from "@/lib/admin/providers";
import type { Breakers } from "@/lib/breakers/breakers";
import type { Env } from "@/lib/env";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { createPictureProxy } from "@/lib/net/picture-proxy";
import { createPageReader } from "@/lib/net/read-page";
import { createRenderer } from "@/lib/net/render-page";
import { createRobotsCheck } from "@/lib/net/robots";
import { toUserAgent } from "@/lib/net/user-agent";
import type { AgentSettings } from "@/lib/protocol/settings";
import { pickEngines } from "@/lib/search/catalog";
import type { EngineChoice, SearchQuery } from "@/lib/search/engine";
import { createSearch } from "@/lib/search/search";
import { payReading, paySearch, withPrice } from "./paid-web";

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
    readPage: async (url: string, { signal }: { signal: AbortSignal }) =>
      payReading(
        { ...(await settings.get()), hasReader: env.READER_BASE_URL !== undefined, now },
        (allowed) => read(url, { settings: allowed, signal }),
      ),
  };
}

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
