import { describe, expect, it } from "vitest";
import { createEngines, pickEngines } from "@/lib/features/web/search/catalog";
import type { EngineEntry } from "@/lib/features/web/search/engine";
import type { EngineChoice } from "@/lib/protocol/tool-traits";

const signal = new AbortController().signal;
const env = { MEDIAWIKI_URL: "https://wiki.test" };

describe("the engines there are", () => {
  const list = (more: Partial<Parameters<typeof createEngines>[0]["env"]>, keys = {}) =>
    createEngines({ env: { ...env, ...more }, keys }).map(({ id, key, where, needs, engine }) => [
      id,
      key,
      where,
      needs ?? null,
      engine !== null,
    ]);

  it("are listed with where they are, where their key comes from, and what they lack", () => {
    expect(list({})).toEqual([
      ["searxng", "unneeded", "", "SEARXNG_URL", false],
      ["brave", "none", "https://api.search.brave.com", null, false],
      ["tavily", "none", "https://api.tavily.com", null, false],
      ["google-search", "none", "https://customsearch.googleapis.com", "GOOGLE_SEARCH_ENGINE_ID", false],
      ["mediawiki", "unneeded", "https://wiki.test", null, true],
    ]);
  });

  it("are ready with an address or a key of the environment, which may lead elsewhere", () => {
    const more = {
      SEARXNG_URL: "http://search.test",
      BRAVE_API_KEY: "k",
      BRAVE_BASE_URL: "http://brave.test",
      TAVILY_API_KEY: "k",
      GOOGLE_SEARCH_API_KEY: "k",
      GOOGLE_SEARCH_ENGINE_ID: "e",
    };
    expect(list(more)).toEqual([
      ["searxng", "unneeded", "http://search.test", null, true],
      ["brave", "environment", "http://brave.test", null, true],
      ["tavily", "environment", "https://api.tavily.com", null, true],
      ["google-search", "environment", "https://customsearch.googleapis.com", null, true],
      ["mediawiki", "unneeded", "https://wiki.test", null, true],
    ]);
  });

  it("are ready with a key that an administrator entered, and not without the id that only the environment holds", () => {
    const keys = { brave: "k", "google-search": "k" };
    expect(list({}, keys).filter(([, key]) => key === "panel")).toEqual([
      ["brave", "panel", "https://api.search.brave.com", null, true],
      ["google-search", "panel", "https://customsearch.googleapis.com", "GOOGLE_SEARCH_ENGINE_ID", false],
    ]);
  });

  it("have the id and the name under which they are listed", () => {
    const more = { SEARXNG_URL: "http://search.test", GOOGLE_SEARCH_ENGINE_ID: "e" };
    const listed = createEngines({
      env: { ...env, ...more },
      keys: { brave: "k", tavily: "k", "google-search": "k" },
    });
    expect(listed.map(({ engine }) => engine && [engine.id, engine.name])).toEqual(
      listed.map(({ id, name }) => [id, name]),
    );
  });
});

const toEntry = (id: string, findKey?: EngineEntry["findKey"]): EngineEntry => ({
  id,
  name: id.toUpperCase(),
  where: () => `https://${id}.test`,
  ...(findKey && { findKey }),
  create: ({ where, key }) => ({
    ...{ id, name: id },
    search: () =>
      Promise.resolve({
        results: [{ title: id, url: `${where}/${key}`, snippet: "", site: `${id}.test` }],
        notes: [],
      }),
  }),
});
describe("engines with keys", () => {
  it("are listed with where their key comes from, and are ready only with one", () => {
    const entries = [
      toEntry("free"),
      toEntry("set", () => "k1"),
      toEntry("entered", () => undefined),
      toEntry("missing", () => undefined),
    ];
    const listed = createEngines({ env, keys: { set: "k2", entered: "k3" } }, entries);
    expect(listed.map(({ id, key, where, engine }) => [id, key, where, engine !== null])).toEqual([
      ["free", "unneeded", "https://free.test", true],
      ["set", "environment", "https://set.test", true],
      ["entered", "panel", "https://entered.test", true],
      ["missing", "none", "https://missing.test", false],
    ]);
  });

  it("use the environment's key before the one that was entered", async () => {
    const listed = createEngines({ env, keys: { a: "entered" } }, [toEntry("a", () => "environment")]);
    const answer = await listed[0]?.engine?.search({ query: "x", limit: 1, signal });
    expect(answer?.results).toMatchObject([{ url: "https://a.test/environment" }]);
  });
});

describe("pickEngines", () => {
  const listed = createEngines({ env, keys: {} }, [
    toEntry("a"),
    toEntry("b"),
    toEntry("c"),
    toEntry("d", () => undefined),
  ]);
  const toIds = (choice?: EngineChoice) => pickEngines(listed, choice).map(({ id }) => id);

  it("keeps the catalog's order without a wish, and leaves out what has no key", () => {
    expect(toIds()).toEqual(["a", "b", "c"]);
  });

  it("puts the named ones first in their order, and leaves out those that are switched off", () => {
    expect(toIds({ order: ["c", "gone", "b"], disabled: [] })).toEqual(["c", "b", "a"]);
    expect(toIds({ order: ["c", "b"], disabled: ["c", "gone"] })).toEqual(["b", "a"]);
    expect(toIds({ order: [], disabled: ["a", "b", "c"] })).toEqual([]);
  });
});
