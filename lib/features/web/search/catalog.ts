import { createTrustedFetch } from "@/lib/net/guarded-fetch";
import { createBraveEngine } from "./brave";
import type { EngineConfig, EngineEntry, SearchEngine } from "./engine";
import type { EngineChoice } from "@/lib/protocol/tool-traits";
import { createGoogleSearchEngine } from "./google-search";
import { createMediaWikiEngine } from "./mediawiki";
import { createSearxngEngine } from "./searxng";
import { createTavilyEngine } from "./tavily";

/**
 * Every engine, in the order in which they are tried: whoever sets one up for the whole web wants it before
 * the one wiki that is always there. The addresses that the environment names are trusted.
 */
const entries: readonly EngineEntry[] = [
  {
    id: "searxng",
    name: "SearXNG",
    where: ({ SEARXNG_URL }) => SEARXNG_URL ?? "",
    needs: "SEARXNG_URL",
    create: ({ where }) => createSearxngEngine({ baseUrl: where, fetch: createTrustedFetch([where]) }),
  },
  {
    id: "brave",
    name: "Brave Search",
    where: ({ BRAVE_BASE_URL }) => BRAVE_BASE_URL ?? "https://api.search.brave.com",
    findKey: ({ BRAVE_API_KEY }) => BRAVE_API_KEY,
    create: ({ where, key }) =>
      createBraveEngine({ baseUrl: where, key, fetch: createTrustedFetch([where]) }),
  },
  {
    id: "tavily",
    name: "Tavily",
    where: ({ TAVILY_BASE_URL }) => TAVILY_BASE_URL ?? "https://api.tavily.com",
    findKey: ({ TAVILY_API_KEY }) => TAVILY_API_KEY,
    create: ({ where, key }) =>
      createTavilyEngine({ baseUrl: where, key, fetch: createTrustedFetch([where]) }),
  },
  {
    id: "google-search",
    name: "Google Programmable Search",
    where: ({ GOOGLE_SEARCH_BASE_URL }) => GOOGLE_SEARCH_BASE_URL ?? "https://customsearch.googleapis.com",
    findKey: ({ GOOGLE_SEARCH_API_KEY }) => GOOGLE_SEARCH_API_KEY,
    needs: "GOOGLE_SEARCH_ENGINE_ID",
    create: ({ where, key, env }) =>
      createGoogleSearchEngine({
        baseUrl: where,
        key,
        engineId: env.GOOGLE_SEARCH_ENGINE_ID ?? "",
        fetch: createTrustedFetch([where]),
      }),
  },
  {
    id: "mediawiki",
    name: "MediaWiki",
    where: ({ MEDIAWIKI_URL }) => MEDIAWIKI_URL,
    create: ({ where }) => createMediaWikiEngine({ baseUrl: where, fetch: createTrustedFetch([where]) }),
  },
];

/** As the admin page shows it; `engine` is `null` while its key or the variable that it needs is missing. */
export type ListedEngine = {
  id: string;
  name: string;
  key: "environment" | "panel" | "none" | "unneeded";
  where: string;
  needs?: string;
  engine: SearchEngine | null;
};

/** Every engine there is, those that are set up ready to search. */
export function createEngines(config: EngineConfig, all: readonly EngineEntry[] = entries): ListedEngine[] {
  return all.map((entry) => {
    const { id, name, needs } = entry;
    const where = entry.where(config.env);
    const isLacking = needs !== undefined && config.env[needs] === undefined;
    const { key, value } = findKey(entry, config);
    const engine = isLacking || value === null ? null : entry.create({ where, key: value, env: config.env });
    return { id, name, key, where, ...(isLacking && { needs }), engine };
  });
}

/** Where the key comes from, and the key; empty for an engine that needs none. */
function findKey(
  entry: EngineEntry,
  { env, keys }: EngineConfig,
): { key: ListedEngine["key"]; value: string | null } {
  if (entry.findKey === undefined) return { key: "unneeded", value: "" };
  const fromEnvironment = entry.findKey(env);
  if (fromEnvironment !== undefined) return { key: "environment", value: fromEnvironment };
  const entered = keys[entry.id];
  return entered === undefined ? { key: "none", value: null } : { key: "panel", value: entered };
}

/** The engines that are asked, in order. */
export function pickEngines(
  listed: readonly ListedEngine[],
  { order, disabled }: EngineChoice = { order: [], disabled: [] },
): SearchEngine[] {
  const toRank = ({ id }: ListedEngine) => (order.includes(id) ? order.indexOf(id) : order.length);
  const asked = listed.filter(({ id }) => !disabled.includes(id)).sort((a, b) => toRank(a) - toRank(b));
  return asked.flatMap(({ engine }) => engine ?? []);
}
