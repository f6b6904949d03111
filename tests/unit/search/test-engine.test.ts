import { describe, expect, it } from "vitest";
import { createElement } from "react";
import { TestResult } from "@/components/admin/test-result";
import { locales } from "@/i18n/locales";
import { createEngines } from "@/lib/features/web/search/catalog";
import { testEngine } from "@/lib/features/web/search/test-engine";
import { renderInLocale } from "@/tests/support/render-in-locale";
import { startPageServer, type PageHandler } from "@/tests/support/page-server";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";

const signal = new AbortController().signal;
const list = (url: string) => createEngines({ env: { MEDIAWIKI_URL: url }, keys: {} });

/** Tests the wiki at a server whose every path a handler answers. */
async function testAt(handler: PageHandler, asker: AbortSignal, limitMs?: number) {
  const server = await startPageServer({ "/": handler, "/w/api.php": handler, "/api.php": handler });
  try {
    return await testEngine(list(server.url), "mediawiki", asker, limitMs);
  } finally {
    await server.close();
  }
}

describe("the test of a search engine", () => {
  it("asks a real question and says how many results came, and how fast", async () => {
    const wiki = await startWikiServer({ articles });
    const reply = await testEngine(list(wiki.url), "mediawiki", signal);
    await wiki.close();
    expect(reply).toEqual({
      ok: true,
      latencyMs: expect.any(Number),
      message: expect.stringMatching(/^MediaWiki gave \d+ results? in \d+ ms\.$/),
    });
  });

  it("says that an engine which answers has found nothing", async () => {
    const wiki = await startWikiServer({ articles: [] });
    const reply = await testEngine(list(wiki.url), "mediawiki", signal);
    await wiki.close();
    expect(reply).toMatchObject({ ok: true, isEmpty: true, message: expect.stringContaining("0 results") });
    for (const locale of locales) {
      const html = await renderInLocale(locale, createElement(TestResult, { result: reply }));
      expect(html).toMatch(/^<span class="text-partly">/);
    }
  });

  it("says what kind of failure it was when nobody answers", async () => {
    const reply = await testEngine(list("http://127.0.0.1:9"), "mediawiki", signal);
    expect(reply).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The search engine does not answer: ./),
    });
  });

  it("gives up when its time is over", async () => {
    const reply = await testAt(() => undefined, signal, 100);
    expect(reply).toMatchObject({ ok: false, message: "MediaWiki did not answer within 0.1 seconds." });
  });

  it("stops when whoever asked has left", async () => {
    const asker = new AbortController();
    await expect(testAt(() => asker.abort(), asker.signal)).rejects.toMatchObject({ code: "aborted" });
  });

  it("says that a key is missing, and that there is no such engine", async () => {
    const entry = {
      id: "keyed",
      name: "Keyed",
      where: () => "https://keyed.test",
      findKey: () => undefined,
      create: () => ({ id: "keyed", name: "Keyed", search: () => Promise.reject(new Error()) }),
    };
    const listed = createEngines({ env: { MEDIAWIKI_URL: "http://127.0.0.1:9" }, keys: {} }, [
      entry,
      { ...entry, id: "placed", name: "Placed", needs: "SEARXNG_URL" },
    ]);
    expect(await testEngine(listed, "keyed", signal)).toEqual({
      ok: false,
      latencyMs: 0,
      message: "Keyed needs a key.",
    });
    expect(await testEngine(listed, "placed", signal)).toEqual({
      ok: false,
      latencyMs: 0,
      message: "Placed needs SEARXNG_URL in the environment.",
    });
    await expect(testEngine(listed, "nobody", signal)).rejects.toMatchObject({ code: "not_found" });
  });
});
