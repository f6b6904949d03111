import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Shown = { id: string; title: string; html: string; snippet: string };
/** What left the product towards the web: a request with everything in it. */
export type Sent = { path: string; headers: string; body: string };

export type PageWorld = {
  site: string;
  host: string;
  /** What a search gives and the wiki serves from now on. */
  show: (pages: readonly Shown[]) => void;
  /** What came since it was asked last, without the questions about the wiki itself. */
  takeSent: () => Sent[];
  close: () => Promise<void>;
};

/** A wiki that finds what it is told to and has not shown yet, whatever is searched for, and takes note of every request to any path of its host. */
export async function startPageWorld(): Promise<PageWorld> {
  let shown: readonly Shown[] = [];
  const sent: Sent[] = [];
  const read = new Set<string>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = request.url ?? "/";
      if (!path.includes("meta=siteinfo"))
        sent.push({ path, headers: JSON.stringify(request.headers), body });
      answer(request, response, { shown, read });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    site: `http://${host}`,
    host,
    show: (pages) => void (shown = pages),
    takeSent: () => sent.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

type Shelf = { shown: readonly Shown[]; read: Set<string> };

function answer(request: IncomingMessage, response: ServerResponse, { shown, read }: Shelf): void {
  const url = new URL(request.url ?? "/", "http://wiki");
  if (url.pathname === "/api.php")
    return void response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify(
        answerApi(
          url,
          request,
          shown.filter(({ id }, _, all) => !read.has(id) || all.length === 1),
        ),
      ),
    );
  const page = shown.find(({ id }) => url.pathname === `/index.php/${id}`);
  if (page === undefined)
    return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
  read.add(page.id);
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
}

/** After https://www.mediawiki.org/wiki/API:Search and API:Siteinfo, November 2026. */
function answerApi(url: URL, { headers }: IncomingMessage, shown: readonly Shown[]): unknown {
  const server = `http://${headers.host ?? ""}`;
  if (url.searchParams.get("meta") === "siteinfo") {
    return {
      batchcomplete: true,
      query: {
        general: {
          mainpage: "Main",
          base: `${server}/index.php/Main`,
          sitename: "Wiki",
          generator: "MediaWiki 1.39.17",
          lang: "en",
          articlepath: "/index.php/$1",
          scriptpath: "",
          script: "/index.php",
          server,
          servername: "127.0.0.1",
        },
      },
    };
  }
  if (url.searchParams.get("list") !== "search") return { batchcomplete: true, query: { pages: [] } };
  const search = shown.map(({ id, snippet, html }, index) => ({
    ns: 0,
    title: id,
    pageid: index + 1,
    size: html.length,
    wordcount: 50,
    snippet,
    timestamp: "2026-01-01T00:00:00Z",
  }));
  return { batchcomplete: true, query: { searchinfo: { totalhits: search.length }, search } };
}
