import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { createEngines, createSearch, pickEngines } from "@/lib/search/catalog";
import type { EngineChoice, EngineEntry, SearchEngine, SearchResult } from "@/lib/search/engine";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";

const signal = new AbortController().signal;
const query = { query: "sextant", limit: 3, signal };
const toResult = (url: string): SearchResult => ({ title: url, url, snippet: "", site: new URL(url).host });

function createEngine(name: string, search: SearchEngine["search"]): SearchEngine {
  return { id: name.toLowerCase(), name, search };
}
const finds = (name: string, ...urls: string[]) =>
  createEngine(name, () => Promise.resolve({ results: urls.map(toResult), notes: [`${name} says`] }));
const fails = (name: string, code: "search_unavailable" | "timeout" | "aborted") =>
  createEngine(name, () => Promise.reject(new AppError(code, `${name} is down.`)));

describe("createEngines", () => {
  it("gives the engines that the settings name, ready to search", async () => {
    const wiki = await startWikiServer({ articles });
    const answer = await createSearch(pickEngines(createEngines({ env: { MEDIAWIKI_URL: wiki.url }, keys: {} })))({ query: "Eiffel Tower", limit: 1, signal });
    await wiki.close();
    expect(answer).toMatchObject({ engine: { id: "mediawiki" }, results: [{ title: "Eiffel Tower" }], failures: [] });
  });
});

const toEntry = (id: string, findKey?: EngineEntry["findKey"]): EngineEntry => ({
  id,
  name: id.toUpperCase(),
  where: () => `https://${id}.test`,
  ...(findKey && { findKey }),
  create: ({ where, key }) => finds(id, `${where}/${key}`),
});
const env = { MEDIAWIKI_URL: "https://wiki.test" };

describe("engines with keys", () => {
  it("are listed with where their key comes from, and are ready only with one", () => {
    const entries = [toEntry("free"), toEntry("set", () => "k1"), toEntry("entered", () => undefined), toEntry("missing", () => undefined)];
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
    expect((await createSearch(pickEngines(listed))(query)).results).toMatchObject([{ url: "https://a.test/environment" }]);
  });
});

describe("pickEngines", () => {
  const listed = createEngines({ env, keys: {} }, [toEntry("a"), toEntry("b"), toEntry("c"), toEntry("d", () => undefined)]);
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

describe("createSearch", () => {
  it("takes the first engine that finds something", async () => {
    const answer = await createSearch([finds("First", "https://a.test/"), finds("Second", "https://b.test/")])(query);
    expect(answer).toEqual({
      engine: { id: "first", name: "First" },
      results: [toResult("https://a.test/")],
      failures: [],
      notes: ["First says"],
    });
  });

  it("goes on to the next engine after a failure and tells of it", async () => {
    const answer = await createSearch([fails("First", "timeout"), finds("Second", "https://b.test/")])(query);
    expect(answer).toMatchObject({ engine: { id: "second" }, failures: [{ engine: "First", message: "First is down." }] });
  });

  it("goes on to the next engine when one finds nothing", async () => {
    const answer = await createSearch([finds("First"), finds("Second", "https://b.test/")])(query);
    expect(answer).toMatchObject({ engine: { id: "second" }, failures: [], notes: ["First says", "Second says"] });
  });

  it("finds nothing when an engine answered so and the others failed", async () => {
    const answer = await createSearch([fails("First", "timeout"), finds("Second")])(query);
    expect(answer).toMatchObject({ engine: { id: "second" }, results: [], failures: [{ engine: "First" }] });
  });

  it("fails with every reason when no engine answers", async () => {
    const search = createSearch([fails("First", "timeout"), fails("Second", "search_unavailable")]);
    await expect(search(query)).rejects.toMatchObject({
      code: "search_unavailable",
      message: "First: First is down. Second: Second is down.",
    });
  });

  it("says when there is no engine", async () => {
    await expect(createSearch([])(query)).rejects.toMatchObject({ code: "search_unavailable", message: "No search engine is set up." });
  });

  it("drops repeated addresses and keeps to the limit", async () => {
    const engine = finds(
      "First",
      "https://a.test/x",
      "http://www.a.test/x/",
      "https://a.test/x#part",
      "https://a.test/x?y=1",
      "https://b.test/",
      "https://c.test/",
    );
    const { results } = await createSearch([engine])(query);
    expect(results.map(({ url }) => url)).toEqual(["https://a.test/x", "https://a.test/x?y=1", "https://b.test/"]);
  });

  it("asks no other engine once it is stopped", async () => {
    const search = createSearch([fails("First", "aborted"), finds("Second", "https://b.test/")]);
    await expect(search({ ...query, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  });
});
