import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTrustedFetch, type FetchedPage, type GuardedFetch } from "@/lib/net/guarded-fetch";
import { pickPassages } from "@/lib/net/passages";
import { createMediaWikiEngine } from "@/lib/features/web/search/mediawiki";
import { createTestReader } from "@/tests/support/page-reader";
import { sendPage, startPageServer } from "@/tests/support/page-server";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer, type WikiServer } from "@/tests/support/wiki/wiki-server";

const createOn = (baseUrl: string, totalMs = 10_000) =>
  createMediaWikiEngine({ baseUrl, fetch: createTrustedFetch([baseUrl], { limits: { totalMs } }) });
const signal = new AbortController().signal;

describe("the MediaWiki engine", () => {
  let wiki: WikiServer;
  beforeAll(async () => {
    wiki = await startWikiServer({ articles });
  });
  afterAll(() => wiki.close());

  it.each([
    ["Eiffel Tower", "Eiffel Tower"],
    ["How tall is the Eiffel Tower?", "Eiffel Tower"],
    ["When did Gustave Eiffel die?", "Gustave Eiffel"],
    ["what is the highest mountain in Africa", "Mount Kilimanjaro"],
    ["Who designed SQLite?", "SQLite"],
    ["长城有多长？", "长城"],
  ])("finds the page that answers %s", async (query, title) => {
    const { results } = await createOn(wiki.url).search({ query, limit: 5, signal });
    expect(results[0]?.title).toBe(title);
  });

  it("gives snippets that hold the words, and when each page was edited", async () => {
    const { results } = await createOn(wiki.url).search({ query: "Eiffel", limit: 5, signal });
    expect(results.length).toBeGreaterThan(1);
    for (const result of results) {
      expect(result.snippet).toMatch(/Eiffel/);
      expect(result.publishedAt).toMatch(/^\d{4}-\d{2}-\d{2}/);
    }
  });

  it("looks for the API once", async () => {
    const engine = createOn(`${wiki.url}/`);
    const before = wiki.requests.length;
    await engine.search({ query: "SQLite", limit: 5, signal });
    await engine.search({ query: "Sextant", limit: 5, signal });
    const asked = wiki.requests.slice(before).map((path) => new URL(path, wiki.url));
    expect(
      asked.map(
        (url) => `${url.pathname} ${url.searchParams.get("meta") ?? url.searchParams.get("srsearch") ?? ""}`,
      ),
    ).toEqual(["/w/api.php siteinfo", "/api.php siteinfo", "/api.php SQLite", "/api.php Sextant"]);
  });

  it("asks with fewer words when nothing holds them all, and says so", async () => {
    const { results, notes } = await createOn(wiki.url).search({
      query: "How many rivets does the Eiffel Tower weigh?",
      limit: 5,
      signal,
    });
    expect(results[0]?.title).toBe("Eiffel Tower");
    expect(notes).toEqual([
      expect.stringMatching(
        /^Nothing holds all words of “many rivets Eiffel Tower weigh”; these are the results for “Eiffel Tower”/,
      ),
    ]);
  });

  it("says when nothing is found at all", async () => {
    const { notes } = await createOn(wiki.url).search({ query: "zebra crossing", limit: 5, signal });
    expect(notes.join(" ")).toMatch(/Nothing on TestWiki/);
  });

  it("finds a Chinese page and shows how it begins", async () => {
    const { results } = await createOn(wiki.url).search({ query: "西湖的面积是多少？", limit: 5, signal });
    expect(results[0]).toMatchObject({
      title: "杭州",
      snippet: expect.stringContaining("杭州是浙江省的省会"),
    });
  });

  it("says which wishes a wiki cannot fulfil", async () => {
    const wishes = { sites: ["example.com", "127.0.0.1"], freshness: "week" } as const;
    const { notes } = await createOn(wiki.url).search({ query: "SQLite", limit: 5, signal, ...wishes });
    expect(notes).toEqual([
      expect.stringContaining("example.com"),
      expect.stringContaining("older than a week"),
    ]);
  });

  it("gives addresses where the page can be read", async () => {
    const { results } = await createOn(wiki.url).search({ query: "长城", limit: 1, signal });
    const url = results[0]?.url ?? "";
    const page = await createTestReader({ allowedHosts: [new URL(wiki.url).host] })(url);
    expect(page).toMatchObject({ title: "长城", language: "zh" });
    expect(
      pickPassages(page.markdown, "长城有多长")
        .map(({ text }) => text)
        .join("\n"),
    ).toContain("21196.18公里");
    expect(page.markdown).not.toMatch(/Jump to|Log in|edit|Privacy policy|TestWiki/);
  });

  it("understands a server named without a scheme and a wiki below a path", async () => {
    const general = { sitename: "Corp", server: "//wiki.corp.example", articlepath: "/wiki/$1" };
    const search = [
      { ns: 0, title: "A/B: C & 50% $1?", pageid: 1, snippet: "x", timestamp: "2026-01-01T00:00:00Z" },
    ];
    const server = await startPageServer({
      "/corp/w/api.php": (request, response) =>
        sendPage(JSON.stringify({ query: request.url?.includes("siteinfo") ? { general } : { search } }))(
          request,
          response,
        ),
    });
    const { results } = await createOn(`${server.url}/corp`).search({ query: "A", limit: 5, signal });
    await server.close();
    expect(results[0]?.url).toBe("http://wiki.corp.example/wiki/A/B:_C_%26_50%25_$1%3F");
  });

  it("drops the marks of headings from snippets", async () => {
    const general = { sitename: "Wiki", server: "http://wiki.example", articlepath: "/wiki/$1" };
    const search = [
      { ns: 0, title: "A", pageid: 1, snippet: "== <span class='searchmatch'>西湖</span> ==\n位于杭州。" },
    ];
    const server = await startPageServer({
      "/w/api.php": (request, response) =>
        sendPage(JSON.stringify({ query: request.url?.includes("siteinfo") ? { general } : { search } }))(
          request,
          response,
        ),
    });
    const { results } = await createOn(server.url).search({ query: "A", limit: 5, signal });
    await server.close();
    expect(results[0]?.snippet).toBe("西湖 位于杭州。");
  });

  it("reports what a wiki complains about", async () => {
    const server = await startPageServer({
      "/w/api.php": sendPage('{"error":{"code":"readapidenied","info":"You need read permission."}}'),
    });
    await expect(createOn(server.url).search({ query: "A", limit: 5, signal })).rejects.toThrow(
      /readapidenied/,
    );
    await server.close();
  });
});

describe("the edition of Wikipedia", () => {
  /** Stands where the network would be: it keeps the host that was asked and then fails. */
  async function findHost(query: string, baseUrl: string, language?: string): Promise<string | undefined> {
    const asked: string[] = [];
    const fetch: GuardedFetch = (url) => {
      asked.push(new URL(url).host);
      return Promise.resolve<FetchedPage>({
        url,
        status: 200,
        headers: {},
        contentType: "",
        bytes: new Uint8Array(),
        redirects: [],
      });
    };
    const engine = createMediaWikiEngine({ baseUrl, fetch });
    await expect(
      engine.search({ query, limit: 1, signal, ...(language && { language }) }),
    ).rejects.toMatchObject({ code: "search_unavailable" });
    return asked[0];
  }

  it.each([
    ["Eiffel Tower", "en.wikipedia.org"],
    ["长城有多长", "zh.wikipedia.org"],
    ["東京タワーの高さ", "ja.wikipedia.org"],
    ["에펠탑", "ko.wikipedia.org"],
  ])("for %s is %s", async (query, host) => {
    expect(await findHost(query, "https://en.wikipedia.org")).toBe(host);
  });

  it("is the one of the script when the person's language is another", async () => {
    expect(await findHost("长城", "https://en.wikipedia.org", "en")).toBe("zh.wikipedia.org");
    expect(await findHost("Great Wall", "https://en.wikipedia.org", "zh-CN")).toBe("en.wikipedia.org");
  });

  it("follows the language that was asked for, and stays away from addresses made of it", async () => {
    expect(await findHost("Eiffelturm", "https://en.wikipedia.org", "de-AT")).toBe("de.wikipedia.org");
    expect(await findHost("x", "https://en.wikipedia.org", "evil.test/#")).toBe("en.wikipedia.org");
  });

  it("leaves any other wiki as it is", async () => {
    expect(await findHost("长城", "https://wiki.corp.example")).toBe("wiki.corp.example");
  });
});
