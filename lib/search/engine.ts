export type Freshness = "day" | "week" | "month" | "year";

export type SearchQuery = {
  query: string;
  /** Most results wanted. */
  limit: number;
  /** Hosts to search only. */
  sites?: readonly string[];
  freshness?: Freshness;
  /** ISO 639 code of the language the results should be in. */
  language?: string;
  signal: AbortSignal;
};

export type SearchResult = {
  title: string;
  url: string;
  /** Plain text. */
  snippet: string;
  site: string;
  /** ISO 8601; for a wiki, the last edit. */
  publishedAt?: string;
};

/** Throws `search_unavailable`, `quota_exhausted`, `timeout` or `aborted`; finding nothing is an empty list. */
export type SearchEngine = {
  id: string;
  name: string;
  /** The notes are sentences on what the engine did differently from what was asked. */
  search: (query: SearchQuery) => Promise<{ results: SearchResult[]; notes: string[] }>;
};

/** By their ids. Those that `order` leaves out follow in their own order; those in `disabled` are not asked. */
export type EngineChoice = { order: readonly string[]; disabled: readonly string[] };

/** What the engines are set up with: variables of the environment, and the keys that an admin entered, by the engines' ids. */
export type EngineConfig = { env: EngineEnv; keys: Readonly<Record<string, string>> };

/** The environment's variables that engines need, by their names there. */
export type EngineEnv = { MEDIAWIKI_URL: string };

/** An engine as the catalog lists it. */
export type EngineEntry = {
  id: string;
  name: string;
  /** The address that it asks. */
  where: (env: EngineEnv) => string;
  /** The key in the environment; an engine without this needs none. */
  findKey?: (env: EngineEnv) => string | undefined;
  /** `key` is empty for an engine that needs none. */
  create: (setup: { where: string; key: string; env: EngineEnv }) => SearchEngine;
};
