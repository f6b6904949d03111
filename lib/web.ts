import type { Reach } from "@/lib/admin/reach";
import type { Env } from "@/lib/env";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { readPage } from "@/lib/net/read-page";
import { createSearch, pickEngines } from "@/lib/search/catalog";
import type { EngineChoice, SearchQuery } from "@/lib/search/engine";

/** Search and reading. What the environment names is trusted; every other address passes the guard. */
export function createWeb(env: Env, reach: Reach) {
  const fetch = createGuardedFetch({ allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [] });
  return {
    search: {
      async search(query: SearchQuery, engines?: EngineChoice) {
        const answer = await createSearch(pickEngines(reach.engines(), engines))(query);
        return { ...answer, engine: answer.engine.name };
      },
    },
    readPage: (url: string, { query, signal }: { query: string; signal: AbortSignal }) =>
      readPage({ fetch, url, query, signal, now: () => new Date() }),
  };
}
