import { AppError, toAppError } from "@/lib/errors";
import { createTrustedFetch } from "@/lib/net/guarded-fetch";
import type { SearchEngine, SearchQuery, SearchResult } from "./engine";
import { createMediaWikiEngine } from "./mediawiki";

/** The environment's variables that engines need, by their names there. */
export type EngineSettings = { MEDIAWIKI_URL: string };

/** Every engine there is, in the order in which they are tried. The addresses that the environment names are trusted. */
export function createEngines({ MEDIAWIKI_URL }: EngineSettings): SearchEngine[] {
  return [createMediaWikiEngine({ baseUrl: MEDIAWIKI_URL, fetch: createTrustedFetch([MEDIAWIKI_URL]) })];
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
