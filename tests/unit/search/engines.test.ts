import { describe, expect, it, onTestFinished } from "vitest";
import { createTrustedFetch } from "@/lib/net/guarded-fetch";
import { createBraveEngine } from "@/lib/features/web/search/brave";
import type { SearchEngine, SearchQuery } from "@/lib/features/web/search/engine";
import { createGoogleSearchEngine } from "@/lib/features/web/search/google-search";
import { createMediaWikiEngine } from "@/lib/features/web/search/mediawiki";
import { createSearxngEngine } from "@/lib/features/web/search/searxng";
import { createTavilyEngine } from "@/lib/features/web/search/tavily";
import { type Reply, sendCode, sendText, startSearchServer } from "@/tests/support/wire/search-server";
import {
  braveWire,
  googleWire,
  mediaWikiWire,
  searxngWire,
  tavilyWire,
} from "@/tests/support/wire/search-wires";
import {
  describeEngine,
  describeKey,
  describePictures,
  describeWebEngine,
  type EngineSetup,
  type WebEngineSetup,
} from "./engine-contract";

const fetchOf = (baseUrl: string, totalMs: number, others: readonly string[] = []) =>
  createTrustedFetch([baseUrl, ...others], { limits: { totalMs } });
const words = { day: "day", week: "week", month: "month", year: "year" };

const brave: WebEngineSetup = {
  wire: braveWire,
  createOn: (baseUrl, { key, totalMs, others }) =>
    createBraveEngine({ baseUrl, key, fetch: fetchOf(baseUrl, totalMs, others) }),
  freshness: { day: "pd", week: "pw", month: "pm", year: "py" },
};
const tavily: WebEngineSetup = {
  wire: tavilyWire,
  createOn: (baseUrl, { key, totalMs, others }) =>
    createTavilyEngine({ baseUrl, key, fetch: fetchOf(baseUrl, totalMs, others) }),
  freshness: words,
};
const google: WebEngineSetup = {
  wire: googleWire,
  createOn: (baseUrl, { key, totalMs, others }) =>
    createGoogleSearchEngine({
      baseUrl,
      key,
      engineId: "engine-1",
      fetch: fetchOf(baseUrl, totalMs, others),
    }),
  freshness: { day: "d1", week: "w1", month: "m1", year: "y1" },
};
const searxng: WebEngineSetup = {
  wire: searxngWire,
  createOn: (baseUrl, { totalMs, others }) =>
    createSearxngEngine({ baseUrl, fetch: fetchOf(baseUrl, totalMs, others) }),
  freshness: words,
};
const mediaWiki: EngineSetup = {
  wire: mediaWikiWire,
  createOn: (baseUrl, { totalMs, others }) =>
    createMediaWikiEngine({ baseUrl, fetch: fetchOf(baseUrl, totalMs, others) }),
};

describeEngine("Brave Search", brave);
describeEngine("Tavily", tavily);
describeEngine("Google Programmable Search", google);
describeEngine("SearXNG", searxng);
describeEngine("MediaWiki", mediaWiki);
describePictures("Brave Search", brave);
describePictures("Tavily", tavily, false);
describePictures("Google Programmable Search", google);
describePictures("SearXNG", searxng);
describePictures("MediaWiki", mediaWiki);
describeKey("Brave Search", brave, 401);
describeKey("Tavily", tavily, 401);
// Google says 400 to a key that it does not know.
describeKey("Google Programmable Search", google, 400);
describeWebEngine("Brave Search", brave);
describeWebEngine("Tavily", tavily);
describeWebEngine("Google Programmable Search", google);
describeWebEngine("SearXNG", searxng);

async function open({ wire, createOn }: EngineSetup, reply: Reply = []) {
  const server = await startSearchServer(wire, reply);
  onTestFinished(server.close);
  const engine: SearchEngine = createOn(`${server.url}/`, { key: "k", totalMs: 5_000 });
  const search = (query: Partial<SearchQuery>) =>
    engine.search({ query: "sextant", limit: 5, signal: new AbortController().signal, ...query });
  return { server, engine, search };
}

/** The language of a wire for words by a person of another language. */
async function findLanguage(
  setup: EngineSetup,
  query: string,
  language: string,
): Promise<string | null | undefined> {
  const { server, search } = await open(setup);
  await search({ query, language });
  return server.questions()[0]?.language;
}

describe("the language of results", () => {
  it.each([
    ["brave", brave, "Sextant", "de", "de"],
    ["brave", brave, "六分仪", "en", "zh-hans"],
    ["brave", brave, "六分儀の使い方", "ja", "jp"],
    ["brave", brave, "sextant", "zh", null],
    ["brave", brave, "sextant", "eo", null],
    ["google", google, "六分仪", "en", "zh-CN"],
    ["google", google, "sextant", "fr", "fr"],
    ["searxng", searxng, "六分仪", "en", "zh"],
    ["searxng", searxng, "sextant", "zh", null],
  ])("%s %#: %o", async (_name, setup, query, language, expected) => {
    expect(await findLanguage(setup, query, language)).toBe(expected);
  });
});

describe("a focus", () => {
  const hits = [{ title: "A", url: "https://a.example/", text: "", date: "2024-05-01T12:30:00" }];

  it("on news is Brave's own search of news", async () => {
    const { server, engine, search } = await open(brave, hits);
    const { results } = await search({ focus: { kind: "news" }, freshness: "day" });
    expect(engine.focuses).toContain("news");
    expect(results).toMatchObject([{ title: "A", publishedAt: "2024-05-01T12:30:00.000Z" }]);
    expect(server.asked[0]?.url.pathname).toBe("/res/v1/news/search");
    expect(server.questions()[0]).toMatchObject({ words: "sextant", freshness: "pd" });
  });

  it("on news is Tavily's topic, whatever the model's", async () => {
    const { server, engine, search } = await open(tavily, hits);
    await search({ focus: { kind: "news" }, topic: "finance" });
    expect(engine.focuses).toContain("news");
    expect(server.asked[0]?.body["topic"]).toBe("news");
  });

  it.each([
    ["news", "news"],
    ["academic", "science"],
  ] as const)("on %s leaves SearXNG's general engines out", async (kind, categories) => {
    const { server, engine, search } = await open(searxng, hits);
    await search({ focus: { kind }, topic: "news" });
    expect(engine.focuses).toContain(kind);
    expect(server.asked[0]?.url.searchParams.get("categories")).toBe(categories);
  });
});

describe("Brave Search", () => {
  it("keeps the query within the 400 characters and 50 words that it takes, and the sites whole", async () => {
    const { server, search } = await open(brave);
    await search({ query: "word ".repeat(200), sites: ["a.example", "b.example"] });
    await search({ query: "x".repeat(900) });
    const asked = server.asked.map(({ url }) => url.searchParams.get("q") ?? "");
    expect(asked[0]?.split(" ").length).toBeLessThanOrEqual(50);
    expect(asked[0]).toMatch(/word \(site:a\.example OR site:b\.example\)$/);
    expect(asked[1]).toHaveLength(400);
  });

  it("takes a date without a zone for UTC", async () => {
    const { search } = await open(brave, [
      { title: "A", url: "https://a.example/", text: "", date: "2024-05-01T12:30:00" },
    ]);
    expect((await search({})).results[0]?.publishedAt).toBe("2024-05-01T12:30:00.000Z");
  });
});

describe("Tavily", () => {
  it("takes what the pages should tell into the question, and the topic", async () => {
    const { server, search } = await open(tavily);
    await search({ query: "sextant", targetInfo: ["accuracy in minutes"], topic: "news" });
    expect(server.asked[0]).toMatchObject({
      method: "POST",
      body: { query: "sextant. accuracy in minutes", topic: "news", search_depth: "basic" },
    });
  });

  it("cannot be limited to a whole domain, and says so", async () => {
    const { server, search } = await open(tavily);
    const { notes } = await search({ sites: [".gov", "who.int"] });
    expect(server.questions()[0]?.sites).toEqual(["who.int"]);
    expect(notes).toEqual(["Tavily cannot be limited to .gov; who.int were searched."]);
  });

  it.each([432, 433])("takes status %i for a plan that is used up", async (status) => {
    const { search } = await open(tavily, sendCode(status));
    await expect(search({})).rejects.toMatchObject({ code: "quota_exhausted" });
  });

  it("understands the date of its news", async () => {
    const { search } = await open(tavily, [
      { title: "A", url: "https://a.example/", text: "", date: "Wed, 01 May 2024 12:30:00 GMT" },
    ]);
    expect((await search({})).results[0]?.publishedAt).toBe("2024-05-01T12:30:00.000Z");
  });
});

describe("Google Programmable Search", () => {
  it("names the engine and leaves other languages out only where the script tells the language", async () => {
    const { server, search } = await open(google);
    await search({ query: "sextant", language: "en" });
    await search({ query: "六分仪", language: "en" });
    expect(
      server.asked.map(({ url: { searchParams } }) => [searchParams.get("cx"), searchParams.get("lr")]),
    ).toEqual([
      ["engine-1", null],
      ["engine-1", "lang_zh-CN"],
    ]);
  });
});

describe("SearXNG", () => {
  const unresponsive = (results: unknown[]) =>
    sendText(
      JSON.stringify({
        results,
        unresponsive_engines: [
          ["google", "CAPTCHA"],
          ["bing", "timeout"],
        ],
      }),
    );

  it("has not answered when none of its engines has", async () => {
    const { search } = await open(searxng, unresponsive([]));
    await expect(search({})).rejects.toMatchObject({
      code: "search_unavailable",
      message: "None of SearXNG's engines answered: google, bing.",
    });
  });

  it("gives what the others of its engines found", async () => {
    const { search } = await open(searxng, unresponsive([{ url: "https://a.example/", title: "A" }]));
    expect((await search({})).results).toMatchObject([{ title: "A", snippet: "" }]);
  });

  it("leaves out what is not on the sites, for not all of its engines can be limited", async () => {
    const found = ["https://a.example/", "https://www.b.example/x", "https://notb.example/"].map((url) => ({
      title: url,
      url,
      text: "",
    }));
    const { search } = await open(searxng, found);
    expect((await search({ sites: ["b.example"] })).results.map(({ url }) => url)).toEqual([
      "https://www.b.example/x",
    ]);
  });

  it("says what to change when it does not give JSON", async () => {
    const { search } = await open(searxng, sendCode(403));
    await expect(search({})).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("format json"),
    });
  });
});
