export type Freshness = "day" | "week" | "month" | "year";

/** What only some engines can keep to. */
export type Focus = { kind: "news" } | { kind: "academic" } | { kind: "site"; site: string };

export type SearchQuery = {
  query: string;
  /** Most results wanted. */
  limit: number;
  /** Hosts to search only. */
  sites?: readonly string[];
  /** Nothing else is found, however little that is; engines that cannot keep to it are not asked. */
  focus?: Focus;
  freshness?: Freshness;
  /** ISO 639 code of the person's language; the words of the query may be in another. */
  language?: string;
  /** Where the engine keeps an index of its own for it. */
  topic?: "news" | "finance";
  /** What the pages should tell. */
  targetInfo?: readonly string[];
  /** Pictures too, from engines that have them. */
  pictures?: boolean;
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

/** A picture on a page: `url` is a small form of it where the engine has one. Texts are plain. */
export type FoundPicture = { url: string; title: string; pageUrl: string; site: string };

/**
 * Throws `search_unavailable`, `quota_exhausted`, `configuration` (a wrong key), `timeout` or `aborted`;
 * finding nothing is an empty list.
 */
export type SearchEngine = {
  id: string;
  name: string;
  /** What a search costs that it answers; nothing without it. */
  costMicroUsd?: number;
  /** Asks again with other words of itself when nothing is found. */
  rewordsItself?: boolean;
  /** What it can keep to; nothing without it. */
  focuses?: readonly Focus["kind"][];
  /** The notes are sentences on what the engine did differently from what was asked. */
  search: (query: SearchQuery) => Promise<EngineAnswer>;
};

export type EngineAnswer = { results: SearchResult[]; notes: string[]; pictures?: FoundPicture[] };

/** The day on which the engines' own prices were read. */
export const enginePricesAsOf = "2026-11-20";

/** What engines are set up with: variables of the environment, and keys that an admin entered, by ids. */
export type EngineConfig = { env: EngineEnv; keys: Readonly<Record<string, string>> };

/** The environment's variables that engines need, by their names there. */
export type EngineEnv = { MEDIAWIKI_URL: string } & { [NAME in OptionalVariable]?: string | undefined };
type OptionalVariable =
  | "SEARXNG_URL"
  | "BRAVE_API_KEY"
  | "BRAVE_BASE_URL"
  | "TAVILY_API_KEY"
  | "TAVILY_BASE_URL"
  | "GOOGLE_SEARCH_API_KEY"
  | "GOOGLE_SEARCH_ENGINE_ID"
  | "GOOGLE_SEARCH_BASE_URL";

/** An engine as the catalog lists it. */
export type EngineEntry = {
  id: string;
  name: string;
  /** The address that it asks; empty while `needs` is not set that holds it. */
  where: (env: EngineEnv) => string;
  /** A variable without which the engine cannot be asked, whether or not there is a key. */
  needs?: keyof EngineEnv;
  /** The key in the environment; an engine without this needs none. */
  findKey?: (env: EngineEnv) => string | undefined;
  /** `key` is empty for an engine that needs none. */
  create: (setup: { where: string; key: string; env: EngineEnv }) => SearchEngine;
};
