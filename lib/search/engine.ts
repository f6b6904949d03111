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
