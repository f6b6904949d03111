import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as keys from "@/app/api/admin/keys/route";
import * as overview from "@/app/api/admin/overview/route";
import * as searchTest from "@/app/api/admin/search/test/route";
import * as revert from "@/app/api/admin/settings/revert/route";
import * as settings from "@/app/api/admin/settings/route";
import * as versions from "@/app/api/admin/settings/versions/route";
import { paths } from "@/lib/data/paths";
import type { SettingsReply, VersionsReply } from "@/lib/protocol/settings";
import type { OverviewReply } from "@/lib/features/statistics/shape";
import type { Store } from "@/lib/store/store";
import { openStore } from "@/lib/store/open";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer, type WikiServer } from "@/tests/support/wiki/wiki-server";

const slot = Symbol.for("sextant.services");
let services: TestServices;
let store: Store;
let wiki: WikiServer;

beforeAll(async () => {
  wiki = await startWikiServer({ articles });
  const keepStore = async (config: Parameters<typeof openStore>[0]) => (store = await openStore(config));
  services = await openTestServices({ MEDIAWIKI_URL: wiki.url }, undefined, {
    openStore: keepStore,
    now: () => Date.UTC(2026, 10, 20, 12),
  });
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
});
afterAll(async () => {
  await services.dispose();
  await wiki.close();
});

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

/** Calls a route as the browser would: same host, same origin. */
async function callRoute(
  route: unknown,
  { method = "GET", body, query = "" }: { method?: string; body?: unknown; query?: string } = {},
) {
  const headers = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" };
  const request = new Request(`http://127.0.0.1:3000/x${query}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await (route as Route)(request, { params: Promise.resolve({} as never) });
  return { status: response.status, reply: (await response.json()) as unknown };
}

const readSettings = async () => (await callRoute(settings.GET)).reply as SettingsReply;
const put = (version: number, change: object) =>
  callRoute(settings.PUT, { method: "PUT", body: { version, settings: change } });
const postRevert = (version: number, to: number) =>
  callRoute(revert.POST, { method: "POST", body: { version, to } });

describe("the versions of the settings", () => {
  it("are listed newest first, a page at a time, and brought back as a new one", async () => {
    const { version } = await readSettings();
    await put(version, { maxIterations: 2 });
    await put(version + 1, { maxIterations: 3 });
    const page = (await callRoute(versions.GET, { query: "?limit=1" })).reply as VersionsReply;
    expect(page).toMatchObject({
      versions: [{ version: version + 2, settings: { maxIterations: 3 } }],
      cursor: expect.any(String),
    });
    const next = await callRoute(versions.GET, {
      query: `?limit=1&cursor=${encodeURIComponent(page.cursor ?? "")}`,
    });
    expect(next.reply).toMatchObject({ versions: [{ version: version + 1 }] });
    expect(await postRevert(version + 2, version + 1)).toMatchObject({
      status: 200,
      reply: {
        version: version + 3,
        settings: { maxIterations: 2 },
        engines: expect.arrayContaining([expect.objectContaining({ id: "mediawiki" })]),
      },
    });
  });

  it("say who saved first, and what is not there", async () => {
    const { version } = await readSettings();
    expect(await postRevert(version - 1, 0)).toMatchObject({
      status: 409,
      reply: {
        code: "conflict",
        detail: expect.stringContaining(`saved version ${version} of the settings at 2`),
      },
    });
    expect(await postRevert(version, 999)).toMatchObject({ status: 404, reply: { code: "not_found" } });
    expect(await callRoute(versions.GET, { query: "?limit=1000" })).toMatchObject({ status: 400 });
    expect(await callRoute(versions.GET, { query: "?cursor=nonsense" })).toMatchObject({ status: 400 });
  });

  it("let an admin repair what cannot be read by saving", async () => {
    const { version } = await readSettings();
    await store.update(paths.settings, { settings: { maxIterations: "many" } });
    services.settings.forget();
    expect(await callRoute(settings.GET)).toMatchObject({ status: 200, reply: { version } });
    expect(await put(version, { maxIterations: 6 })).toMatchObject({
      status: 200,
      reply: { version: version + 1, settings: { maxIterations: 6 } },
    });
    services.settings.forget();
    expect((await readSettings()).settings.maxIterations).toBe(6);
  });
});

describe("the overview", () => {
  it("holds a run as soon as it has ended, and nothing of what was asked", async () => {
    await (
      await services.runs.start("owner", toQuestion("What is the Eiffel Tower?"))
    ).reply;
    const readToday = async () =>
      ((await callRoute(overview.GET, { query: "?days=2" })).reply as OverviewReply).days.at(-1);
    await expect.poll(readToday).toMatchObject({
      runs: 1,
      people: 1,
      outcomes: { completed: 1 },
      models: [{ model: "offline:guide", runs: 1 }],
      tools: expect.arrayContaining([
        expect.objectContaining({ tool: "web_search", calls: expect.any(Number), failures: 0 }),
      ]),
      styles: { balanced: { runs: 1 } },
    });
    const { documents } = await store.scan({ limit: 500 });
    const kept = documents.filter(({ path }) => path.includes("/shards/"));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept.map(({ data }) => data))).not.toMatch(/eiffel|tower|owner/i);
  });

  it("covers a day to ninety, thirty by default", async () => {
    expect(((await callRoute(overview.GET)).reply as OverviewReply).days).toHaveLength(30);
    for (const days of ["0", "91", "x"])
      expect(await callRoute(overview.GET, { query: `?days=${days}` })).toMatchObject({ status: 400 });
  });
});

describe("search engines", () => {
  it("are tested with a real question", async () => {
    const test = (engine: string) => callRoute(searchTest.POST, { method: "POST", body: { engine } });
    expect(await test("mediawiki")).toMatchObject({
      status: 200,
      reply: { ok: true, latencyMs: expect.any(Number) },
    });
    expect(await test("nobody")).toMatchObject({ status: 404 });
    expect(await test("No Engine")).toMatchObject({ status: 400 });
  });

  it("that need no key take none", async () => {
    expect(
      await callRoute(keys.PUT, { method: "PUT", body: { provider: "mediawiki", key: "k" } }),
    ).toMatchObject({ status: 400 });
  });
});
