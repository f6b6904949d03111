import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Article } from "./articles";
import { renderArticle, renderMissing } from "./wiki-page";
import { searchArticles, toBareText } from "./wiki-search";

export type WikiServer = {
  url: string;
  /** Paths with their parameters, first one first. */
  requests: string[];
  close: () => Promise<void>;
};

export type WikiOptions = {
  articles: readonly Article[];
  port?: number;
  /** By their paths: pictures, and the icon of the site. */
  files?: Readonly<Record<string, Buffer>>;
  /** The paths of the articles' pictures by title, as the PageImages extension gives them. */
  pictures?: Readonly<Record<string, string>>;
};

/**
 * A small server that answers like MediaWiki 1.39 on a database without a search service, with the TextExtracts extension.
 * Constructed from https://www.mediawiki.org/wiki/API:Search, API:Siteinfo and Extension:TextExtracts (November 2026) and
 * from what a MediaWiki 1.39.17 on SQLite answered. Chinese text is found inside sentences, as on a wiki whose language is
 * Chinese, and has no snippet, as on one whose language is English. Articles are at `/index.php/Title`.
 */
export async function startWikiServer({ port = 0, ...content }: WikiOptions): Promise<WikiServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "/");
    answer(request, response, content);
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  );
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, content: WikiOptions): void {
  const { articles, files = {} } = content;
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
  if (url.pathname === "/api.php") return sendJson(response, answerApi(url, content));
  const file = files[url.pathname];
  if (file !== undefined) return void response.writeHead(200).end(file);
  // PHP's own server: a missing script is a 404, any other missing path is the wiki's.
  if (url.pathname.endsWith(".php") && url.pathname !== "/index.php")
    return sendHtml(response, 404, "<h1>Not Found</h1>");
  const title = toTitle(url);
  const index = articles.findIndex((article) => article.title === title);
  const article = articles[index];
  if (article) sendHtml(response, 200, renderArticle(article, index + 1, url.origin));
  else sendHtml(response, 404, renderMissing(title, url.origin));
}

function toTitle(url: URL): string {
  const named =
    url.searchParams.get("title") ?? decodeURIComponent(url.pathname.replace(/^\/(index\.php\/?)?/, ""));
  return named.replaceAll("_", " ").trim() || "Main Page";
}

function answerApi(url: URL, { articles, pictures = {} }: WikiOptions): unknown {
  const get = (name: string) => url.searchParams.get(name);
  if (get("action") !== "query")
    return toError("badvalue", `Unrecognized value for parameter "action": ${get("action") ?? ""}.`);
  if (get("meta") === "siteinfo") return { batchcomplete: true, query: { general: toSiteInfo(url.origin) } };
  if (get("prop") === "extracts") return answerExtracts(get("pageids") ?? "", articles);
  if (get("prop") === "pageimages") {
    const pages = articles.map(({ title }, index) => ({
      ...{ pageid: index + 1, ns: 0, title },
      ...(pictures[title] !== undefined && { thumbnail: { source: `${url.origin}${pictures[title]}` } }),
    }));
    return { batchcomplete: true, query: { pages } };
  }
  if (get("list") !== "search") return { batchcomplete: true };
  const text = get("srsearch") ?? "";
  if (text === "") return toError("missingparam", 'The "srsearch" parameter must be set.');
  // What was seen: without `srwhat` only titles are searched.
  const hits = searchArticles(articles, { text, where: get("srwhat") === "text" ? "text" : "title" });
  return {
    batchcomplete: true,
    query: {
      searchinfo: { totalhits: hits.length },
      search: hits.slice(0, Number(get("srlimit") ?? 10)).map(toHit),
    },
  };
}

function toHit({ id, article, snippet }: ReturnType<typeof searchArticles>[number]): unknown {
  const { title, text } = article;
  // What was seen: for Chinese text the snippet is empty and the words are not counted.
  const isChinese = /\p{Script=Han}/u.test(title);
  return {
    ns: 0,
    title,
    pageid: id,
    size: Buffer.byteLength(text),
    wordcount: isChinese ? 0 : text.split(/\s+/).length,
    snippet: isChinese ? "" : snippet,
    timestamp: "2026-01-01T00:00:00Z",
  };
}

function answerExtracts(pageIds: string, articles: readonly Article[]): unknown {
  const pages = pageIds.split("|").map((id) => {
    const article = articles[Number(id) - 1];
    if (!article) return { pageid: Number(id), missing: true };
    return {
      pageid: Number(id),
      ns: 0,
      title: article.title,
      extract: toBareText(article.text.split(/\n{2,}## /)[0] ?? ""),
    };
  });
  return { batchcomplete: true, query: { pages } };
}

function toSiteInfo(origin: string): unknown {
  return {
    mainpage: "Main Page",
    base: `${origin}/index.php/Main_Page`,
    sitename: "TestWiki",
    generator: "MediaWiki 1.39.17",
    dbtype: "sqlite",
    lang: "en",
    articlepath: "/index.php/$1",
    scriptpath: "",
    script: "/index.php",
    server: origin,
    servername: "127.0.0.1",
  };
}

function toError(code: string, info: string): unknown {
  return { error: { code, info, docref: "See /api.php for API usage." } };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response
    .writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
    })
    .end(JSON.stringify(body));
}

function sendHtml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=UTF-8" }).end(body);
}
