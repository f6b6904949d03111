import { createTestReader, type ReadForTest } from "@/tests/support/page-reader";
import {
  sendPage,
  sendStatus,
  startPageServer,
  type PageHandler,
  type PageServer,
} from "@/tests/support/page-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const prose =
  "The lighthouse keeper wrote every evening how far the light could be seen, and what the wind was.";
const article = (words: string) =>
  `<html><head><title>Log</title></head><body><article><h1>Log</h1><p>${words} ${prose}</p><p>${prose}</p></article></body></html>`;

/** Fails as often as it is told to, then gives the page. */
const busy = (times: number, status: number, headers: Record<string, string> = {}): PageHandler => {
  let asked = 0;
  return (request, response) =>
    (asked++ < times ? sendStatus(status, headers) : sendPage(article("At last.")))(request, response);
};

let site: PageServer;
let helpers: PageServer;
const sitePages: Record<string, PageHandler> = {};
const helperPages: Record<string, PageHandler> = {};
/** The site stands under a public name; both names lead to this machine, and the guard is told of the other servers only. */
const siteName = "log.test";

beforeAll(async () => {
  site = await startPageServer(sitePages);
  helpers = await startPageServer(helperPages);
});
afterAll(async () => {
  await site.close();
  await helpers.close();
});
beforeEach(() => {
  for (const pages of [sitePages, helperPages]) for (const path of Object.keys(pages)) delete pages[path];
  helperPages["/wayback/available"] = findCopy;
  site.requests.length = 0;
  helpers.requests.length = 0;
});
/** An archive that holds a copy of everything but what is called unheld. */
const findCopy: PageHandler = (request, response) => {
  const asked = new URL(request.url ?? "", "http://a").searchParams.get("url") ?? "";
  const closest = {
    available: true,
    status: "200",
    timestamp: "20240305101112",
    url: `${helpers.url}/web/20240305101112/${asked}`,
  };
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ archived_snapshots: asked.includes("unheld") ? {} : { closest } }));
};

/** A reader for which the site's port is a web port like others, its host public, and every route is set up. */
function createReader(deps: Parameters<typeof createTestReader>[0] = {}): ReadForTest {
  const read = createTestReader({
    allowedHosts: [`${siteName}:${site.port}`],
    resolve: () => Promise.resolve(["127.0.0.1"]),
    ...deps,
  });
  return (path, more) =>
    read(path.startsWith("http") ? path : `http://${siteName}:${site.port}${path}`, more);
}
const paths = (server: PageServer) => server.requests.map(({ path }) => path);

describe("a page that is there", () => {
  it("is read itself, after its site's robots.txt", async () => {
    sitePages["/log"] = sendPage(article("Clear."));
    const page = await createReader()("/log#today");
    expect(page).toMatchObject({
      route: "direct",
      attempts: [],
      documentKind: "html",
      title: "Log",
      isFromCache: false,
    });
    expect(paths(site)).toEqual(["/robots.txt", "/log"]);
    expect(site.requests[1]?.headers["user-agent"]).toMatch(
      /^Sextant\/0\.1 \(.*reads pages that people ask about\)$/,
    );
  });

  it("is given again for an hour without asking, and then asked for again", async () => {
    let time = 1_000_000;
    sitePages["/log"] = sendPage(article("Clear."));
    const read = createReader({ now: () => time });
    const first = await read("/log");
    const again = await read("/log#other-part");
    expect(again).toEqual({ ...first, isFromCache: true });
    time += 61 * 60_000;
    expect(await read("/log")).toMatchObject({
      isFromCache: false,
      retrievedAt: new Date(time).toISOString(),
    });
    expect(paths(site).filter((path) => path === "/log")).toHaveLength(2);
  });

  it.each(["no-store", "private, max-age=600", "max-age=0,no-store"])(
    "is not kept when its server says %s",
    async (control) => {
      sitePages["/log"] = sendPage(article("Clear."), {
        "content-type": "text/html",
        "cache-control": control,
      });
      const read = createReader();
      await read("/log");
      expect(await read("/log")).toMatchObject({ isFromCache: false });
    },
  );

  it("is not kept where the admin wants none kept, and not given where the settings are others", async () => {
    sitePages["/log"] = sendPage(article("Clear."));
    const read = createReader();
    await read("/log", { settings: { pageCacheMinutes: 0 } });
    expect(await read("/log", { settings: { pageCacheMinutes: 0 } })).toMatchObject({ isFromCache: false });
    await read("/log");
    expect(await read("/log", { settings: { robotsRespected: false } })).toMatchObject({
      isFromCache: false,
    });
  });

  it("is not given from what was kept when its address is no longer allowed", async () => {
    sitePages["/log"] = sendPage(article("Clear."));
    const read = createTestReader({
      allowedHosts: [siteName],
      resolve: () => Promise.resolve(["127.0.0.1"]),
    });
    const url = `http://${siteName}:${site.port}/log`;
    await read(url, { settings: { fetchPorts: [site.port] } });
    await expect(read(url, { settings: { fetchPorts: [443] } })).rejects.toMatchObject({
      code: "address_refused",
    });
  });

  it("is read once for all who ask at the same time, and goes on when one of them leaves", async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      sitePages["/log"] = (request, response) => {
        answer = () => sendPage(article("Clear."))(request, response);
        resolve();
      };
    });
    const read = createReader();
    const leaver = new AbortController();
    const [left, stayed] = [read("/log", { signal: leaver.signal }), read("/log")];
    await asked;
    leaver.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    answer();
    await expect(stayed).resolves.toMatchObject({ title: "Log" });
    expect(paths(site)).toEqual(["/robots.txt", "/log"]);
  });

  it("is let go of when all who asked have left", async () => {
    const leaver = new AbortController();
    sitePages["/log"] = () => leaver.abort();
    await expect(createReader()("/log", { signal: leaver.signal })).rejects.toMatchObject({
      code: "aborted",
    });
    await site.waitUntilIdle();
    expect(site.countOpenSockets()).toBe(0);
  });
});

describe("a busy server", () => {
  it.each([429, 503])("that answers %i is asked twice more, with growing waits", async (status) => {
    const waits: number[] = [];
    sitePages["/log"] = busy(2, status);
    const wait = (ms: number) => Promise.resolve(void waits.push(ms));
    await expect(createReader({ wait })("/log")).resolves.toMatchObject({ route: "direct" });
    expect(waits).toEqual([500, 2_000]);
  });

  it("is waited for as long as it says, and not at all when that is longer than there is time", async () => {
    const waits: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waits.push(ms));
    sitePages["/log"] = busy(1, 503, { "retry-after": "3" });
    await createReader({ wait })("/log");
    expect(waits).toEqual([3_000]);
    sitePages["/other"] = busy(1, 429, { "retry-after": "600" });
    await expect(createReader({ wait })("/other")).rejects.toMatchObject({
      code: "page_unavailable",
      retryAfter: 600,
    });
    expect(waits).toEqual([3_000]);
  });

  it("is left alone after the third answer", async () => {
    sitePages["/log"] = busy(9, 503);
    await expect(createReader()("/log")).rejects.toMatchObject({ code: "page_unavailable" });
    expect(paths(site)).toHaveLength(4);
  });

  it("is not waited for when the caller leaves meanwhile", async () => {
    const leaver = new AbortController();
    const wait = (_ms: number, signal: AbortSignal) => {
      leaver.abort();
      return signal.aborted ? Promise.reject(new Error("stopped")) : Promise.resolve();
    };
    sitePages["/log"] = busy(9, 503);
    await expect(createReader({ wait })("/log", { signal: leaver.signal })).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

/** A name that leads nowhere stands for a site that cannot be reached: nobody outside is asked. */
describe("a page that cannot be reached", () => {
  const gone = "http://gone.test/held?a=1&b=2";
  const readerPath = (url: string) => `/read/${encodeURIComponent(url)}`;
  const createReaderOfGone = () =>
    createTestReader({
      readerBaseUrl: `${helpers.url}/read`,
      archiveBaseUrl: `${helpers.url}/`,
      resolve: () => Promise.resolve([]),
    });

  it("is read by the reader service, which is told why and where", async () => {
    helperPages[readerPath(gone)] = sendPage(
      `Title: Log of the light\n\nURL Source: ${gone}\n\nPublished Time: 2024-03-05T10:11:12Z\n\nMarkdown Content:\n# Log\n\n${prose}`,
      { "content-type": "text/plain" },
    );
    const page = await createReaderOfGone()(gone);
    expect(page).toMatchObject({
      route: "reader",
      url: gone,
      title: "Log of the light",
      publishedAt: "2024-03-05T10:11:12.000Z",
    });
    expect(page.attempts).toEqual([{ route: "direct", message: "There is no server named gone.test." }]);
    expect(page.markdown).toBe(`# Log\n\n${prose}`);
    expect(paths(helpers)).toEqual([readerPath(gone)]);
  });

  it("is read from the archive when the service fails, as it was served, and says from when it is", async () => {
    helperPages[readerPath(gone)] = sendStatus(500);
    helperPages["/web/20240305101112id_/http://gone.test/held"] = sendPage(article("Kept."));
    const page = await createReaderOfGone()(gone);
    expect(page).toMatchObject({
      route: "archive",
      url: gone,
      archivedAt: "2024-03-05T10:11:12.000Z",
      documentKind: "html",
    });
    expect(page.attempts.map(({ route }) => route)).toEqual(["direct", "reader"]);
  });

  it("fails with the words of all, and the code of the page's own failure, when none has it", async () => {
    const failure = createReaderOfGone()("http://gone.test/unheld");
    await expect(failure).rejects.toMatchObject({ code: "page_unavailable" });
    await expect(failure).rejects.toThrow(
      /no server named gone\.test\..*The reader service: .*404.*The web archive: The web archive holds no copy/,
    );
  });

  it.each([
    ["readerEnabled", ["/wayback/available?url=http%3A%2F%2Fgone.test%2Funheld"]],
    ["archiveEnabled", [readerPath("http://gone.test/unheld")]],
  ])("is not asked for where %s is off", async (name, asked) => {
    await expect(
      createReaderOfGone()("http://gone.test/unheld", { settings: { [name]: false } }),
    ).rejects.toMatchObject({ code: "page_unavailable" });
    expect(paths(helpers)).toEqual(asked);
  });

  it("is asked of nobody where no helper is set up", async () => {
    await expect(createTestReader({ resolve: () => Promise.resolve([]) })(gone)).rejects.toMatchObject({
      code: "page_unavailable",
    });
    expect(helpers.requests).toEqual([]);
  });

  it("is told to nobody when its address is not allowed", async () => {
    const read = createTestReader({
      readerBaseUrl: `${helpers.url}/read`,
      archiveBaseUrl: helpers.url,
      resolve: () => Promise.resolve(["127.0.0.2"]),
    });
    for (const url of [
      "http://127.0.0.2/",
      "http://inside.test/",
      "http://wiki.corp/",
      "file:///etc/passwd",
    ]) {
      await expect(read(url)).rejects.toMatchObject({ code: "address_refused" });
    }
    expect(helpers.requests).toEqual([]);
  });

  it("of a private server is nobody else's business", async () => {
    sitePages["/log"] = sendStatus(403);
    const read = createReader({ readerBaseUrl: `${helpers.url}/read`, archiveBaseUrl: helpers.url });
    await expect(read("/log")).rejects.toMatchObject({ code: "page_refused" });
    expect(helpers.requests).toEqual([]);
  });

  it.each([
    ["no JSON", "nothing"],
    [
      "another shape",
      '{"archived_snapshots":{"closest":{"available":true,"url":"javascript:alert(1)","timestamp":"x","status":"200"}}}',
    ],
    [
      "a copy at a private address",
      '{"archived_snapshots":{"closest":{"available":true,"url":"http://127.0.0.2/web/20240305101112/x","timestamp":"20240305101112","status":"200"}}}',
    ],
    [
      "a copy of a failure",
      '{"archived_snapshots":{"closest":{"available":true,"url":"http://a.test/web/20240305101112/x","timestamp":"20240305101112","status":"404"}}}',
    ],
  ])("survives an archive that answers %s", async (_what, body) => {
    const archive = await startPageServer({
      "/wayback/available": sendPage(body, { "content-type": "application/json" }),
    });
    const read = createTestReader({ archiveBaseUrl: archive.url, resolve: () => Promise.resolve([]) });
    await expect(read(gone)).rejects.toMatchObject({ code: "page_unavailable" });
    await archive.close();
  });
});
