import { keepOurGroups } from "@/lib/net/robots";
import { createTestReader, type ReadForTest } from "@/tests/support/page-reader";
import {
  sendPage,
  sendRedirect,
  sendStatus,
  startPageServer,
  type PageHandler,
  type PageServer,
} from "@/tests/support/page-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let site: PageServer;
/** Never allowed. */
let other: PageServer;
const sitePages: Record<string, PageHandler> = {};

beforeAll(async () => {
  site = await startPageServer(sitePages);
  other = await startPageServer({});
});
afterAll(async () => {
  await site.close();
  await other.close();
});
beforeEach(() => {
  for (const path of Object.keys(sitePages)) delete sitePages[path];
  site.requests.length = 0;
});

function createReader(deps: Parameters<typeof createTestReader>[0] = {}): ReadForTest {
  const read = createTestReader({ allowedHosts: [`127.0.0.1:${site.port}`], ...deps });
  return (path, more) => read(`${site.url}${path}`, more);
}
const listPaths = () => site.requests.map(({ path }) => path);
const log = sendPage(
  "<article><h1>Log</h1><p>The lighthouse keeper wrote every evening how far the light could be seen.</p></article>",
);
/** Fails as often as it is told to, then is not there. */
const failing = (times: number, status: number): PageHandler => {
  let asked = 0;
  return (request, response) => sendStatus(asked++ < times ? status : 404)(request, response);
};

describe("robots.txt", () => {
  const rules = (text: string) => sendPage(text, { "content-type": "text/plain" });
  const readLog = (more?: Parameters<ReadForTest>[1]) => createReader()("/log?page=2", more);

  it.each([
    ["User-agent: *\nDisallow: /log"],
    ["User-agent: sextant\nDisallow: /\n\nUser-agent: *\nAllow: /"],
    ["User-agent: other\nUser-agent: SEXTANT/2.0\nDisallow: /*?page="],
    ["User-agent: *\nDisallow: /\nAllow: /log$"],
  ])("that does not want the page read is respected: %j", async (text) => {
    sitePages["/robots.txt"] = rules(text);
    sitePages["/log"] = log;
    await expect(readLog()).rejects.toMatchObject({
      code: "page_refused",
      message: expect.stringContaining("robots.txt"),
    });
    expect(listPaths()).toEqual(["/robots.txt"]);
  });

  it.each([
    ["User-agent: *\nDisallow: /other"],
    ["User-agent: *\nDisallow: /\n\nUser-agent: Sextant\nAllow: /"],
    ["User-agent: *\nDisallow: /lo\nAllow: /log"],
    ["User-agent: other\nDisallow: /"],
    ["Disallow: /"],
    ["<html>not a robots file</html>"],
    [""],
  ])("that allows the page lets it be read: %j", async (text) => {
    sitePages["/robots.txt"] = rules(text);
    sitePages["/log"] = log;
    await expect(readLog()).resolves.toMatchObject({ route: "direct" });
  });

  it("does not count where the admin has switched it off", async () => {
    sitePages["/robots.txt"] = rules("User-agent: *\nDisallow: /");
    sitePages["/log"] = log;
    await expect(readLog({ settings: { robotsRespected: false } })).resolves.toMatchObject({
      route: "direct",
    });
    expect(listPaths()).toEqual(["/log?page=2"]);
  });

  it("counts for where a redirect leads as well", async () => {
    sitePages["/robots.txt"] = rules("User-agent: *\nDisallow: /log");
    sitePages["/short"] = sendRedirect("/log");
    await expect(createReader()("/short")).rejects.toMatchObject({ code: "page_refused" });
    expect(listPaths()).toEqual(["/robots.txt", "/short"]);
  });

  it.each([401, 403, 404, 410])("that is answered with %i allows everything", async (status) => {
    sitePages["/robots.txt"] = sendStatus(status);
    sitePages["/log"] = log;
    await expect(readLog()).resolves.toMatchObject({ route: "direct" });
  });

  it.each([429, 500, 503])(
    "that a server fails to give with %i refuses everything for five minutes",
    async (status) => {
      let time = 1_000;
      sitePages["/robots.txt"] = failing(1, status);
      sitePages["/log"] = log;
      const read = createReader({ now: () => time });
      await expect(read("/log")).rejects.toMatchObject({
        code: "page_refused",
        message: expect.stringContaining(String(status)),
      });
      await expect(read("/log")).rejects.toMatchObject({ code: "page_refused" });
      time += 5 * 60_000 + 1;
      await expect(read("/log")).resolves.toMatchObject({ route: "direct" });
    },
  );

  it("is read once an hour for a site", async () => {
    let time = 1_000;
    for (const path of ["/a", "/b", "/c"]) sitePages[path] = log;
    const read = createReader({ now: () => time });
    await Promise.all([read("/a"), read("/b")]);
    time += 61 * 60_000;
    await read("/c");
    expect(listPaths().filter((path) => path === "/robots.txt")).toHaveLength(2);
  });

  it("leads nowhere private", async () => {
    sitePages["/robots.txt"] = sendRedirect(`${other.url}/secret`);
    await expect(readLog()).rejects.toMatchObject({ code: "address_refused" });
    expect(other.requests).toEqual([]);
  });

  it("of any size and shape is read in no time", async () => {
    const names = "User-agent: a\n".repeat(20_000);
    sitePages["/robots.txt"] = rules(`${names}User-agent: *\n${"Disallow: /\n".repeat(20_000)}`);
    await expect(readLog()).rejects.toMatchObject({ code: "page_refused" });
    expect(
      keepOurGroups(`${names}User-agent: *\n${"Disallow: /x\n".repeat(20_000)}`, "Sextant").split("\n"),
    ).toHaveLength(4_000);
    expect(
      keepOurGroups(`User-agent: *\n${`Disallow: /${"*a".repeat(500)}\n`.repeat(400)}`, "Sextant").length,
    ).toBeLessThan(40_000);
  });
});
