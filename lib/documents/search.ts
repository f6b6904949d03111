import type { FoundChunk, Filters, SearchStrategy } from "@/lib/protocol/documents";
import type { Scope } from "./scope";

export type SearchQuery = {
  scopes: readonly Scope[];
  query: string;
  strategy: SearchStrategy;
  /** 1 to 200. */
  limit: number;
  offset: number;
  /** Of the person, the agent and the model: all of them hold. */
  filters: readonly Filters[];
  signal: AbortSignal;
};

/** `costMicroUsd`: what embedding the query cost. */
export type SearchOutcome = {
  results: (FoundChunk & { scope: Scope })[];
  total: number;
  strategy: SearchStrategy;
  costMicroUsd: number;
};

/** By words, by meaning where an embedding model answers, or both; with an empty query by filters alone. */
export type SearchDocuments = (query: SearchQuery) => Promise<SearchOutcome>;
