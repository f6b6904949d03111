import type { Ground } from "@/lib/engine/ground";
import type { Env } from "@/lib/env";
import { isTrusted } from "@/lib/net/judge-url";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { createPictureProxy } from "@/lib/net/picture-proxy";
import { createPageReader } from "@/lib/net/read-page";
import { createRenderer } from "@/lib/net/render-page";
import { createRobotsCheck } from "@/lib/net/robots";
import { toUserAgent } from "@/lib/net/user-agent";
import type { AgentSettings } from "@/lib/protocol/settings";
import { pickEngines, type ListedEngine } from "@/lib/features/web/search/catalog";
import type { SearchQuery } from "@/lib/features/web/search/engine";
import type { EngineChoice } from "@/lib/protocol/tool-traits";
import { createSearch, type SearchAnswer } from "@/lib/features/web/search/search";
import type { Log } from "@/lib/log";
import { isRoot } from "@/lib/net/render-page";
import { payReading, withPrice } from "./paid-web";

/** With the search engines by the keys of the moment. */
export type WebGround = Ground & { engines: () => readonly ListedEngine[] };

export type WebDeps = Pick<WebGround, "engines" | "breakers" | "limits" | "log" | "now"> & {
  /** Those in force. */
  settings: { get: () => Promise<{ settings: AgentSettings }> };
};

/** Search and reading. What the environment names is trusted; every other address passes the guard. */
export function createWeb(env: Env, { engines, breakers, settings, limits, log, now }: WebDeps) {
  const search = createSearch({ breakers, now });
  const read = createReader(env, log, now);
  return {
    search: {
      async search(query: SearchQuery, choice?: EngineChoice) {
        const { prices } = (await settings.get()).settings;
        const priced = pickEngines(engines(), choice).map((engine) => withPrice(engine, prices));
        const answer = await search(query, priced, choice);
        return withoutInside(answer, env.WEB_FETCH_ALLOWED_HOSTS ?? []);
      },
    },
    isInside: (url: string) => isTrusted(url, env.WEB_FETCH_ALLOWED_HOSTS ?? []),
    readPage: async (url: string, { signal, owner }: { signal: AbortSignal; owner: string }) => {
      limits.take("page", owner);
      return payReading(
        { ...(await settings.get()), hasReader: env.READER_BASE_URL !== undefined, now },
        (allowed) => read(url, { settings: allowed, signal, owner }),
      );
    },
  };
}

/** What is looked at is asked for: a stranger's page does not choose what is asked inside the own network. */
export function withoutInside(answer: SearchAnswer, allowedHosts: readonly string[]): SearchAnswer {
  if (answer.pictures === undefined) return answer;
  const isInside = (url: string) => isTrusted(url, allowedHosts);
  const pictures = answer.pictures.filter(
    ({ url, pageUrl }) => !isInside(url) || (pageUrl !== url && isInside(pageUrl)),
  );
  return { ...answer, pictures };
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

function createReader(env: Env, log: Log, now: () => number) {
  const { BROWSER_PATH, READER_BASE_URL, ARCHIVE_BASE_URL } = env;
  const userAgent = toUserAgent(env.WEB_CONTACT ?? env.AUTH_URL);
  const mayDraw = BROWSER_PATH !== undefined && !isRoot();
  if (BROWSER_PATH !== undefined && !mayDraw)
    log.warn("browser_not_used", {
      reason: "Chromium has no sandbox for root: run the server as another user.",
    });
  return createPageReader({
    allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
    readerBaseUrl: READER_BASE_URL,
    archiveBaseUrl: ARCHIVE_BASE_URL,
    userAgent,
    checkRobots: createRobotsCheck({ now }),
    renderer: mayDraw ? createRenderer({ executablePath: BROWSER_PATH, userAgent }) : null,
    now,
  });
}
