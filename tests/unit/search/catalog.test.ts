import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { createEngines, createSearch, pickEngines } from "@/lib/search/catalog";
import type { SearchEngine, SearchResult } from "@/lib/search/engine";
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
