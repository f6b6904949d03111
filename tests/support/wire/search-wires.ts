import type { Asked, SearchWire, WireHit } from "./search-server";

/**
 * Constructed after “Web search”, https://api-dashboard.search.brave.com/api-reference/web/search/get, read on 21
 * November 2026, and “News search” beside it.
 */
export const braveWire: SearchWire = {
  paths: ["/res/v1/web/search", "/res/v1/news/search"],
  answer: (hits, { url }) => (url.pathname.includes("/news/") ? toBraveNews(hits) : toBraveWeb(hits)),
  read: ({ url: { searchParams }, headers }) => ({
    ...readWords(searchParams.get("q") ?? ""),
    count: toNumber(searchParams.get("count")),
    freshness: searchParams.get("freshness"),
    language: searchParams.get("search_lang"),
    key: toText(headers["x-subscription-token"]),
  }),
};

function toBraveWeb(hits: readonly WireHit[]) {
  return {
    type: "search",
    query: {
      original: "words",
      show_strict_warning: false,
      is_navigational: false,
      more_results_available: false,
    },
    mixed: {
      type: "mixed",
      main: hits.map((_hit, index) => ({ type: "web", index, all: false })),
      top: [],
      side: [],
    },
    // Brave leaves the part out when it is empty.
    ...(hits.length > 0 && {
      web: { type: "search", results: hits.map(toBraveResult), family_friendly: true },
    }),
  };
}

function toBraveNews(hits: readonly WireHit[]) {
  return {
    type: "news",
    query: { original: "words", spellcheck_off: false, show_strict_warning: false },
    results: hits.map(({ title, url, text, date }) => ({
      ...{ type: "news_result", title, url, description: text, age: "2 hours ago" },
      ...(date !== undefined && { page_age: date }),
      meta_url: { scheme: "https", netloc: "site.example", hostname: "site.example", path: "" },
    })),
  };
}

function toBraveResult({ title, url, text, date, picture }: WireHit) {
  return {
    ...{
      type: "search_result",
      subtype: "generic",
      title,
      url,
      is_source_local: false,
      is_source_both: false,
      description: text,
    },
    ...{
      language: "en",
      family_friendly: true,
      profile: { name: "Site", url, long_name: "site.example", img: "https://imgs.search.brave.com/x" },
    },
    ...(date !== undefined && { page_age: date, age: "May 1, 2024" }),
    ...(picture !== undefined && { thumbnail: { src: picture, original: picture, logo: false } }),
  };
}

/** Constructed after “Tavily Search”, https://docs.tavily.com/documentation/api-reference/endpoint/search, read on 21 November 2026. */
export const tavilyWire: SearchWire = {
  paths: ["/search"],
  answer: (hits, { body }) => ({
    ...{
      query: body["query"],
      answer: null,
      // Objects instead of addresses where descriptions are asked for.
      images:
        body["include_images"] === true && body["include_image_descriptions"] === true
          ? hits.flatMap(({ title, picture }) =>
              picture === undefined ? [] : [{ url: picture, description: title }],
            )
          : [],
      follow_up_questions: null,
      response_time: 0.67,
      request_id: "123e4567",
    },
    results: hits.map(({ title, url, text, date }) => ({
      url,
      title,
      content: text,
      score: 0.8,
      raw_content: null,
      ...(date !== undefined && { published_date: date }),
    })),
  }),
  read: ({ body, headers }) => ({
    words: toText(body["query"]) ?? "",
    count: typeof body["max_results"] === "number" ? body["max_results"] : null,
    freshness: toText(body["time_range"]),
    language: null,
    sites: Array.isArray(body["include_domains"]) ? body["include_domains"].map(String) : [],
    key: /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? null,
  }),
};

/**
 * Constructed after “Method: cse.list” and “Search”, https://developers.google.com/custom-search/v1/cse/list and
 * https://developers.google.com/custom-search/v1/Search, read on 21 November 2026.
 */
export const googleWire: SearchWire = {
  paths: ["/customsearch/v1"],
  answer: (hits) => ({
    kind: "customsearch#search",
    url: { type: "application/json", template: "https://www.googleapis.com/customsearch/v1?q={searchTerms}" },
    queries: {
      request: [
        {
          title: "Google Custom Search",
          totalResults: String(hits.length),
          count: hits.length,
          startIndex: 1,
        },
      ],
    },
    searchInformation: {
      searchTime: 0.2,
      formattedSearchTime: "0.20",
      totalResults: String(hits.length),
      formattedTotalResults: String(hits.length),
    },
    // Google leaves the list out when it is empty.
    ...(hits.length > 0 && { items: hits.map(toGoogleItem) }),
  }),
  read: ({ url: { searchParams } }) => ({
    ...readWords(searchParams.get("q") ?? ""),
    count: toNumber(searchParams.get("num")),
    freshness: searchParams.get("dateRestrict"),
    language: searchParams.get("hl"),
    key: searchParams.get("key"),
  }),
};

function toGoogleItem({ title, url, text, date, picture }: WireHit) {
  return {
    ...{
      kind: "customsearch#result",
      title,
      htmlTitle: `<b>${title}</b>`,
      link: url,
      displayLink: "site.example",
      snippet: text,
      htmlSnippet: text,
    },
    pagemap: {
      ...(date !== undefined && {
        metatags: [{ "og:type": "article", "article:published_time": date }],
      }),
      ...(picture !== undefined && {
        cse_thumbnail: [{ src: picture, width: "259", height: "194" }],
        cse_image: [{ src: "https://site.example/large.png" }],
      }),
    },
  };
}

/** Constructed after “Search API”, https://docs.searxng.org/dev/search_api.html, read on 21 November 2026. */
export const searxngWire: SearchWire = {
  paths: ["/search"],
  answer: (hits, { url }) => ({
    ...{
      query: url.searchParams.get("q"),
      number_of_results: 0,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    },
    results: [
      ...hits.map(toSearxngResult),
      ...(/\bimages\b/.test(url.searchParams.get("categories") ?? "") ? hits.flatMap(toSearxngPicture) : []),
    ],
  }),
  read: ({ url: { searchParams } }) => ({
    ...readWords(searchParams.get("q") ?? ""),
    count: null,
    freshness: searchParams.get("time_range"),
    language: searchParams.get("language"),
    key: null,
  }),
};

function toSearxngResult({ title, url: address, text, date }: WireHit) {
  return {
    ...{
      url: address,
      title,
      content: text,
      thumbnail: null,
      engine: "duckduckgo",
      template: "default.html",
      engines: ["duckduckgo"],
    },
    ...{ positions: [1], publishedDate: date ?? null, score: 1, category: "general" },
  };
}

function toSearxngPicture({ title, url, picture }: WireHit) {
  const about = { url, title, content: "", engine: "bing images", template: "images.html" };
  return picture === undefined
    ? []
    : [{ ...about, img_src: "https://site.example/large.png", thumbnail_src: picture, category: "images" }];
}

/** Constructed after “API:Search” and “API:Siteinfo”, https://www.mediawiki.org/wiki/API:Search, read on 21 November 2026. */
export const mediaWikiWire: SearchWire = {
  paths: ["/w/api.php", "/api.php"],
  answer: (hits, { url: { searchParams } }) =>
    searchParams.get("meta") === "siteinfo"
      ? {
          batchcomplete: true,
          query: {
            general: {
              sitename: "Wiki",
              server: "//site.example",
              articlepath: "/$1",
              generator: "MediaWiki 1.43.0",
            },
          },
        }
      : searchParams.has("prop")
        ? { batchcomplete: true, query: { pages: toWikiPages(hits, searchParams.get("prop")) } }
        : {
            batchcomplete: true,
            query: { searchinfo: { totalhits: hits.length }, search: hits.map(toWikiHit) },
          },
  read: (asked) => (asked.url.searchParams.get("list") === "search" ? readWikiQuestion(asked) : null),
};

/** “Extension:PageImages”, https://www.mediawiki.org/wiki/Extension:PageImages. */
function toWikiPages(hits: readonly WireHit[], property: string | null) {
  if (property !== "pageimages") return [];
  return hits.map(({ title, picture }, index) => ({
    ...{ pageid: index + 1, ns: 0, title },
    ...(picture !== undefined && { thumbnail: { source: picture, width: 320, height: 240 } }),
  }));
}

function toWikiHit({ title, text, date }: WireHit, index: number) {
  return {
    ns: 0,
    title,
    pageid: index + 1,
    size: 100,
    wordcount: 20,
    snippet: text,
    ...(date !== undefined && { timestamp: date }),
  };
}

function readWikiQuestion({ url: { searchParams } }: Asked) {
  return {
    words: searchParams.get("srsearch") ?? "",
    count: toNumber(searchParams.get("srlimit")),
    freshness: null,
    language: null,
    sites: [],
    key: null,
  };
}

/** Words and the sites that they are limited to. */
function readWords(query: string): { words: string; sites: string[] } {
  const sites = [...query.matchAll(/site:([^\s)]+)/g)].map(([, site = ""]) => site);
  return { words: query.replace(/\s*\(?site:.*$/, ""), sites };
}

function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
