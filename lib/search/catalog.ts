import { AppError, toAppError } from "@/lib/errors";
import { createTrustedFetch } from "@/lib/net/guarded-fetch";
import type { EngineChoice, EngineConfig, EngineEntry, SearchEngine, SearchQuery, SearchResult } from "./engine";
import { createMediaWikiEngine } from "./mediawiki";

/** Every engine there is, in the order in which they are tried. The addresses that the environment names are trusted. */
const entries: readonly EngineEntry[] = [
  {
    id: "mediawiki",
    name: "MediaWiki",
    where: ({ MEDIAWIKI_URL }) => MEDIAWIKI_URL,
    create: ({ where }) => createMediaWikiEngine({ baseUrl: where, fetch: createTrustedFetch([where]) }),
  },
];

/** An engine as the admin page shows it; `engine` is `null` while its key is missing. */
export type ListedEngine = {
  id: string;
  name: string;
  key: "environment" | "panel" | "none" | "unneeded";
  where: string;
  engine: SearchEngine | null;
};

/** Every engine there is, those that are set up ready to search. */
export function createEngines(config: EngineConfig, all: readonly EngineEntry[] = entries): ListedEngine[] {
  return all.map(({ id, name, where: toWhere, findKey, create }) => {
    const { env } = config;
    const where = toWhere(env);
    if (findKey === undefined) return { id, name, key: "unneeded", where, engine: create({ where, key: "", env }) };
    const fromEnvironment = findKey(env);
    const key = fromEnvironment ?? config.keys[id];
    if (key === undefined) return { id, name, key: "none", where, engine: null };
    return { id, name, key: fromEnvironment === undefined ? "panel" : "environment", where, engine: create({ where, key, env }) };
  });
}

/** The engines that are asked, in order. */
export function pickEngines(listed: readonly ListedEngine[], { order, disabled }: EngineChoice = { order: [], disabled: [] }): SearchEngine[] {
  const toRank = ({ id }: ListedEngine) => (order.includes(id) ? order.indexOf(id) : order.length);
  const asked = listed.filter(({ id }) => !disabled.includes(id)).sort((a, b) => toRank(a) - toRank(b));
  return asked.flatMap(({ engine }) => engine ?? []);
}

export type SearchAnswer = {
  /** Whose results these are; the first engine's when none found anything. */
  engine: { id: string; name: string };
  results: SearchResult[];
  /** Engines that did not answer, with a sentence for the person. */
  failures: { engine: string; message: string }[];
  notes: string[];
};

export type Search = (query: SearchQuery) => Promise<SearchAnswer>;

/**
 * Asks the engines in order until one finds something. Engines that answer "nothing" leave an empty list; when none answers
 * at all it throws `search_unavailable` with the reasons, or `aborted`.
 */
export function createSearch(engines: readonly SearchEngine[]): Search {
  return async (query) => {
    const failures: SearchAnswer["failures"] = [];
    const notes: string[] = [];
    const causes: unknown[] = [];
    let answered: SearchEngine | null = null;
    for (const engine of engines) {
      try {
        const found = await engine.search(query);
        notes.push(...found.notes);
        answered ??= engine;
        const results = dropRepeats(found.results).slice(0, query.limit);
        if (results.length > 0) return { engine: toName(engine), results, failures, notes };
      } catch (error) {
        if (query.signal.aborted) throw new AppError("aborted", "The search was stopped.", { cause: error });
        causes.push(error);
        failures.push({ engine: engine.name, message: toAppError(error).message });
      }
    }
    if (answered) return { engine: toName(answered), results: [], failures, notes };
    const reasons = failures.map(({ engine, message }) => `${engine}: ${message}`).join(" ");
    throw new AppError("search_unavailable", reasons === "" ? "No search engine is set up." : reasons, { cause: causes });
  };
}

function dropRepeats(results: SearchResult[]): SearchResult[] {
  const byAddress = new Map<string, SearchResult>();
  for (const result of results) {
    const key = toComparable(result.url);
    if (!byAddress.has(key)) byAddress.set(key, result);
  }
  return [...byAddress.values()];
}

/** One key for the forms of one address: scheme, `www.`, fragment and a slash at the end do not make another page. */
function toComparable(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${url.search}`;
}

function toName({ id, name }: SearchEngine): SearchAnswer["engine"] {
  return { id, name };
}
